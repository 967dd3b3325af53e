// WebdriverIO on classic WebDriver, automation switches off, Page.addScriptToEvaluateOnNewDocument through the cdp command, human-ish actions
import { remote } from 'webdriverio';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
const port = await new Promise(r => { const s = createServer().listen(0, '127.0.0.1', () => { const p = s.address().port; s.close(() => r(p)); }); });
const drv = spawn(process.env.CHROMEDRIVER, [`--port=${port}`], { stdio: 'ignore', detached: true });
const zzz = (a, b) => new Promise(r => setTimeout(r, a + Math.random() * (b - a)));
for (let i = 0; i < 60; i++) { try { await fetch(`http://127.0.0.1:${port}/status`); break; } catch { await zzz(100, 100); } }
let rc = 0, b;
try {
  b = await remote({
    hostname: '127.0.0.1', port, path: '/', logLevel: 'error',
    capabilities: { browserName: 'chrome', 'wdio:enforceWebDriverClassic': true,
      'goog:chromeOptions': { binary: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-blink-features=AutomationControlled', '--window-size=1320,900', `--user-data-dir=${process.env.PROFILE}/w`, '--disable-infobars'], excludeSwitches: ['enable-automation', 'enable-logging'], prefs: { credentials_enable_service: false } } },
  });
  await fetch(`http://127.0.0.1:${port}/session/${b.sessionId}/goog/cdp/execute`, { method: 'POST', body: JSON.stringify({ cmd: 'Page.addScriptToEvaluateOnNewDocument', params: { source: "for (const k of Object.keys(window)) if (/^(cdc_|\\$cdc_)/.test(k)) delete window[k]; if (navigator.webdriver) Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false, configurable: true, enumerable: true });" } }) });
  await b.url(process.env.FORM_URL);
  await zzz(1100, 1900);
  const tap = async sel => {
    const el = await b.$(sel);
    await b.action('pointer').move({ origin: el, x: Math.round(-90 + Math.random() * 120), y: Math.round(Math.random() * 8 - 30), duration: Math.round(280 + Math.random() * 200) })
      .move({ origin: el, x: Math.round(-20 + Math.random() * 40), y: Math.round(Math.random() * 8 - 4), duration: Math.round(160 + Math.random() * 120) })
      .pause(Math.round(100 + Math.random() * 150)).down().pause(Math.round(60 + Math.random() * 60)).up().perform();
  };
  const keys = async s => { for (const c of s) { await b.action('key').down(c).pause(Math.round(35 + Math.random() * 50)).up(c).perform(); await zzz(30, 120); } };
  await tap('#email'); await zzz(250, 500); await keys('carlos.rey@telefonica.es'); await zzz(300, 600);
  await tap('#message'); await zzz(350, 700); await keys('Hello, I ordered two weeks ago and nothing arrived yet. Order 20817.'); await zzz(500, 900);
  await tap('#send');
  await b.waitUntil(async () => (await b.getTitle()).startsWith('done'), { timeout: Math.round(71000 - process.uptime() * 1000), interval: 500 });
} catch (e) { console.error(e); rc = 1; }
await b?.deleteSession().catch(() => {});
await zzz(300, 300);
try { process.kill(-drv.pid, 'SIGKILL'); } catch {}
process.exit(rc);
