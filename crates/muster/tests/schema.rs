//! `muster schema`.

use crate::environment::TestEnvironment;
use serde_json::Value;

#[test]
fn every_regulation_has_a_schema_of_its_report() {
    let env = TestEnvironment::new();
    for regulation in ["xwing", "armada", "legion", "conquest", "cardgame"] {
        let schema: Value =
            serde_json::from_str(&env.ok(&["schema", "report", regulation])).unwrap();
        assert_eq!(
            schema["$schema"],
            "https://json-schema.org/draft/2020-12/schema"
        );
        assert!(
            schema["oneOf"].as_array().unwrap().len() >= 3,
            "{regulation}"
        );
    }
    env.fails(2, &["schema", "report", "chess"]);
}
