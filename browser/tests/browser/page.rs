//! What a person does with a browser: look, press, type, choose. Everything is found by the words on the screen, waits
//! until it is there, and fails with what was there instead.

use crate::driver::{Size, TABLET};
use serde_json::{Value, json};
use std::future::Future;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use thirtyfour::components::SelectElement;
use thirtyfour::error::WebDriverResult;
use thirtyfour::{Key, WebDriver, WebElement, WindowHandle};

/// How long a person waits for something before saying that it does not work.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often a person looks again.
const BLINK: Duration = Duration::from_millis(30);

/// A browser with a page in it. The driver of the test closes it.
pub(crate) struct Page {
    driver: WebDriver,
    clicks: AtomicUsize,
    texts: AtomicUsize,
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.driver.clone().leak();
    }
}

impl Page {
    pub(crate) fn new(driver: WebDriver) -> Page {
        Page {
            driver,
            clicks: AtomicUsize::new(0),
            texts: AtomicUsize::new(0),
        }
    }

    /// Returns how often something was pressed or chosen so far.
    pub(crate) fn clicks(&self) -> usize {
        self.clicks.load(Ordering::Relaxed)
    }

    /// Returns how often something was pressed, chosen or typed so far.
    pub(crate) fn actions(&self) -> usize {
        self.clicks() + self.texts.load(Ordering::Relaxed)
    }

    pub(crate) async fn open(&self, address: &str) {
        self.driver
            .goto(address)
            .await
            .unwrap_or_else(|error| panic!("{address}: {error}"));
    }

    /// Opens a tab beside the others and goes there.
    pub(crate) async fn new_tab(&self) {
        let tab = self.driver.new_tab().await.unwrap();
        self.driver.switch_to_window(tab).await.unwrap();
    }

    /// Opens a window of its own beside the others, goes there and returns it.
    pub(crate) async fn new_window(&self, size: Size) -> WindowHandle {
        let window = self.driver.new_window().await.unwrap();
        self.window(&window).await;
        self.resize(size).await;
        window
    }

    /// Goes to a window.
    pub(crate) async fn window(&self, window: &WindowHandle) {
        self.driver.switch_to_window(window.clone()).await.unwrap();
    }

    pub(crate) async fn reload(&self) {
        self.driver.refresh().await.unwrap();
    }

    /// Returns the path of the page, without host and query.
    pub(crate) async fn path(&self) -> String {
        self.driver.current_url().await.unwrap().path().to_owned()
    }

    /// Gives the screen a size; narrow ones are touched.
    pub(crate) async fn resize(&self, size: Size) {
        let touch = size.width < TABLET.width;
        let metrics = json!({ "width": size.width, "height": size.height, "deviceScaleFactor": 1, "mobile": touch });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)
            .await;
        self.devtools(
            "Emulation.setTouchEmulationEnabled",
            json!({ "enabled": touch }),
        )
        .await;
    }

    /// Gives the screen the height of the whole page, so that nothing lies under a bar that stays while one scrolls.
    pub(crate) async fn unroll(&self, size: Size) {
        self.resize(size).await;
        let script = "return document.documentElement.scrollHeight";
        let height = self
            .script(script, vec![])
            .await
            .as_u64()
            .unwrap_or_default();
        let height = u32::try_from(height).unwrap().max(size.height);
        self.resize(Size { height, ..size }).await;
    }

    /// Makes the system of the browser prefer light or dark.
    pub(crate) async fn theme(&self, theme: &str) {
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": theme }] });
        self.devtools("Emulation.setEmulatedMedia", features).await;
    }

    pub(crate) async fn devtools(&self, command: &str, arguments: Value) -> Value {
        let told = self.driver.cdp().send_raw(command, arguments).await;
        told.unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// Runs a script in the page and returns what it returns.
    pub(crate) async fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        let ran = self.driver.execute(script, arguments).await;
        ran.unwrap_or_else(|error| panic!("{script:.60}: {error}"))
            .json()
            .clone()
    }

    /// Runs a script in a page that may be on its way to another.
    pub(crate) async fn try_script(&self, script: &str) -> Option<Value> {
        let ran = self.driver.execute(script, vec![]).await;
        Some(ran.ok()?.json().clone())
    }

    /// Looks until a look is a good one.
    async fn until<T, F: Future<Output = Result<T, String>>>(
        &self,
        what: &str,
        look: impl Fn() -> F,
    ) -> T {
        let patience = Instant::now() + PATIENCE;
        loop {
            match look().await {
                Ok(found) => return found,
                Err(instead) if Instant::now() > patience => {
                    let address = self
                        .driver
                        .current_url()
                        .await
                        .map(|url| url.to_string())
                        .unwrap_or_default();
                    panic!("{address}: {what} is not there, but: {instead}");
                }
                Err(_) => tokio::time::sleep(BLINK).await,
            }
        }
    }

    async fn find(&self, kind: &str, name: &str, group: &str) -> WebElement {
        self.until(&format!("{kind} “{name}”"), || async {
            let arguments = vec![json!(kind), json!(name), json!(group)];
            let found = self
                .driver
                .execute(include_str!("finding.js"), arguments)
                .await;
            // A page that is being replaced has no scripts for a moment.
            let found = found.map_err(|error| error.to_string())?;
            let names = found.json().to_string();
            found.element().map_err(|_| names)
        })
        .await
    }

    /// Does something to what is found; a live page may replace it in between, then it is looked for again.
    async fn does<T, F: Future<Output = WebDriverResult<T>>>(
        &self,
        [kind, name, group]: [&str; 3],
        act: impl Fn(WebElement) -> F,
    ) -> T {
        let mut last = None;
        for _ in 0..5 {
            let found = self.find(kind, name, group).await;
            match act(found).await {
                Ok(done) => return done,
                Err(error) => last = Some(error),
            }
            tokio::time::sleep(BLINK).await;
        }
        panic!("{kind} “{name}” cannot be used: {last:?}");
    }

    /// Presses a button or a link and waits for the page it leads to, or opens what folds. A row of the results desk is
    /// saved on the page it is on: whoever saves one waits for what the row says then.
    pub(crate) async fn press(&self, name: &str) {
        self.clicks.fetch_add(1, Ordering::Relaxed);
        let leads_on = |found: WebElement| async move {
            let script = "document.pressed = true; const e = arguments[0]; \
                return e.matches('a[href]:not([href^=\"#\"], [data-open])') || e.type === 'submit' && !e.form?.matches('[data-entry]')";
            let leads_on = self.driver.execute(script, vec![found.to_json()?]).await?;
            found.click().await?;
            Ok(leads_on.json() == &Value::Bool(true))
        };
        let arrived = || async {
            let script = "return !document.pressed && document.readyState === 'complete'";
            let arrived = self.driver.execute(script, vec![]).await;
            let arrived = arrived.map_err(|error| error.to_string())?;
            if arrived.json() == &Value::Bool(true) {
                Ok(())
            } else {
                Err("the one before".to_owned())
            }
        };
        if !self.does(["press", name, ""], leads_on).await {
            return;
        }
        // A live page may have moved what was pressed from under the finger: who sees nothing happen presses once more.
        // A press that did get through is one press all the same, by its key.
        let patience = Instant::now() + PATIENCE / 4;
        while Instant::now() < patience {
            if arrived().await.is_ok() {
                return;
            }
            tokio::time::sleep(BLINK).await;
        }
        if self.offers(name).await {
            self.does(["press", name, ""], leads_on).await;
        }
        self.until(&format!("the page after “{name}”"), arrived)
            .await;
    }

    /// Types into the field with this label, instead of what stood there.
    pub(crate) async fn type_into(&self, label: &str, text: &str) {
        self.texts.fetch_add(1, Ordering::Relaxed);
        self.does(["field", label, ""], |found| async move {
            found.clear().await?;
            found.send_keys(text).await
        })
        .await;
    }

    /// Picks one of a list that unfolds.
    pub(crate) async fn pick(&self, label: &str, option: &str) {
        self.does(["field", label, ""], |found| async move {
            let list = SelectElement::new(&found).await?;
            list.select_by_visible_text(option).await
        })
        .await;
    }

    /// Chooses one of several below a heading, or ticks a box.
    pub(crate) async fn choose_in(&self, group: &str, name: &str) {
        self.clicks.fetch_add(1, Ordering::Relaxed);
        self.does(["choice", name, group], |found| async move {
            found.click().await
        })
        .await;
    }

    /// Presses a key wherever the keyboard is.
    pub(crate) async fn key(&self, key: Key) {
        let holder = self.driver.active_element().await.unwrap();
        holder.send_keys(key + "").await.unwrap();
    }

    /// Presses Tab so many times. By the keyboard, not into the element: what is sent to a field for files is taken for
    /// the name of one.
    pub(crate) async fn tabs(&self, times: usize) {
        let keys: String = std::iter::repeat_n(Key::Tab.value(), times).collect();
        let chain = self.driver.action_chain().send_keys(keys);
        chain.perform().await.unwrap();
    }

    /// Types wherever the keyboard is.
    pub(crate) async fn types(&self, text: &str) {
        let holder = self.keyboard().await;
        holder.send_keys(text).await.unwrap();
    }

    /// Returns what has the keyboard; a page that has just come gives it to its first field a moment later.
    pub(crate) async fn keyboard(&self) -> WebElement {
        self.until("what has the keyboard", || async {
            let holder = self.driver.active_element().await;
            let holder = holder.map_err(|error| error.to_string())?;
            let tag = holder.tag_name().await;
            match tag.map_err(|error| error.to_string())?.as_str() {
                "body" => Err("nothing has it".to_owned()),
                _ => Ok(holder),
            }
        })
        .await
    }

    /// Returns whether there is something to press with these words, now.
    pub(crate) async fn offers(&self, name: &str) -> bool {
        let arguments = vec![json!("press"), json!(name), json!("")];
        self.driver
            .execute(include_str!("finding.js"), arguments)
            .await
            .unwrap()
            .element()
            .is_ok()
    }

    /// Returns what can be read on the page.
    pub(crate) async fn text(&self) -> String {
        let text = self.script("return document.body.innerText", vec![]).await;
        text.as_str()
            .unwrap_or_default()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Waits until some words can be read.
    pub(crate) async fn sees(&self, words: &str) {
        self.until(&format!("“{words}”"), || async {
            let script = "return document.body ? document.body.innerText : ''";
            let text = self
                .driver
                .execute(script, vec![])
                .await
                .map_err(|error| error.to_string())?;
            let text = text
                .json()
                .as_str()
                .unwrap_or_default()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            if text.contains(words) {
                Ok(())
            } else {
                Err(text)
            }
        })
        .await;
    }

    /// Waits until the first element that a selector names says something.
    pub(crate) async fn shows(&self, selector: &str, words: &str) {
        self.until(&format!("“{words}” at {selector}"), || async {
            let script = "return document.querySelector(arguments[0])?.innerText ?? ''";
            let said = self.driver.execute(script, vec![json!(selector)]).await;
            let said = said.map_err(|error| error.to_string())?;
            let said = said.json().as_str().unwrap_or_default().to_owned();
            if said.contains(words) {
                Ok(())
            } else {
                Err(said)
            }
        })
        .await;
    }

    /// Returns the page as the server sent it.
    pub(crate) async fn source(&self) -> String {
        let script = "const done = arguments[arguments.length - 1]; fetch(location.href).then((page) => page.text()).then(done)";
        self.script_later(script)
            .await
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// Returns the texts of all elements a selector names.
    pub(crate) async fn texts(&self, selector: &str) -> Vec<String> {
        let script = "return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText.replace(/\\s+/g, ' ').trim())";
        let texts = self.script(script, vec![json!(selector)]).await;
        serde_json::from_value(texts).unwrap()
    }

    /// Runs a script that answers later, through the last of its arguments.
    pub(crate) async fn script_later(&self, script: &str) -> Value {
        let ran = self.driver.execute_async(script, vec![]).await;
        ran.unwrap_or_else(|error| panic!("{script:.60}: {error}"))
            .json()
            .clone()
    }

    /// Saves what is on the screen.
    pub(crate) async fn picture(&self, file: &Path) {
        self.driver.screenshot(file).await.unwrap();
    }

    /// Presses Tab until what has these words has the keyboard.
    pub(crate) async fn tab_to(&self, name: &str) {
        let script = "
            const e = document.activeElement, plain = (text) => text.replace(/\\s+/g, ' ').trim();
            const words = e.getAttribute('aria-label') || (e.labels?.length ? e.labels[0].textContent : e.textContent);
            return plain(words ?? '').startsWith(arguments[0])";
        for _ in 0..200 {
            if self.script(script, vec![json!(name)]).await == json!(true) {
                return;
            }
            self.key(Key::Tab).await;
        }
        panic!("Tab does not reach “{name}”");
    }
}
