// LaVague / AutoGPT style: Selenium code a model writes, headless=new, XPath, send_keys, click
import fs from 'node:fs';
import path from 'node:path';
import { Builder, By, until } from 'selenium-webdriver';
import chrome from 'selenium-webdriver/chrome.js';
// --- cleaning up: every process below this one, by id ---
function below(root) {
  const kids = {};
  for (const d of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(d)) continue;
    try { const s = fs.readFileSync(`/proc/${d}/stat`, 'utf8'); const p = s.slice(s.lastIndexOf(')') + 2).split(' ')[1]; (kids[p] ??= []).push(+d); } catch {}
  }
  const out = [], todo = [root];
  while (todo.length) for (const k of kids[todo.pop()] ?? []) { out.push(k); todo.push(k); }
  return out;
}
async function finish(code, close) {
  const pids = below(process.pid);
  try { await Promise.race([close?.(), new Promise((r) => setTimeout(r, 3000))]); } catch {}
  for (const p of new Set([...pids, ...below(process.pid)])) try { process.kill(p, 'SIGKILL'); } catch {}
  process.exit(code);
}
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
let driver;
try {
  const options = new chrome.Options().setChromeBinaryPath(process.env.CHROMIUM).addArguments('--headless=new', '--no-sandbox', '--window-size=1080,1080', `--user-data-dir=${path.join(process.env.PROFILE, 'lv')}`);
  driver = await new Builder().forBrowser('chrome').setChromeOptions(options).setChromeService(new chrome.ServiceBuilder(process.env.CHROMEDRIVER)).build();
  await driver.get(process.env.FORM_URL);
  await driver.wait(until.elementLocated(By.id('send')), 10000);
  await driver.getPageSource(); // what the model reads
  await driver.takeScreenshot();
  const email = await driver.findElement(By.xpath('//input[@id="email"]'));
  await driver.executeScript('arguments[0].scrollIntoView(true);', email);
  await email.clear();
  await email.sendKeys('brian.keane@vodafone.ie');
  await sleep(1500);
  const message = await driver.findElement(By.xpath('//*[@id="message"]'));
  await message.click();
  await message.sendKeys('Can I change the delivery address for order 4410? I am moving this week.');
  await sleep(1000);
  await driver.findElement(By.xpath('//button[@id="send"]')).click();
  await driver.wait(async () => (await driver.getTitle()).startsWith('done'), 58000);
  await finish(0, () => driver.quit());
} catch (e) { console.error(e); await finish(1, () => driver?.quit()); }
