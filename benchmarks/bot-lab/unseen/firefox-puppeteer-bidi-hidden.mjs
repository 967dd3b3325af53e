// Firefox through puppeteer's WebDriver BiDi, headed, with prefs tuned and navigator.webdriver hidden by a preload script
import puppeteer from 'puppeteer-core';
import { path } from 'ghost-cursor';
const wait = (a, b = a) => new Promise(r => setTimeout(r, a + Math.random() * (b - a)));
const browser = await puppeteer.launch({
  browser: 'firefox', protocol: 'webDriverBiDi', executablePath: process.env.FIREFOX, headless: false, defaultViewport: null,
  userDataDir: process.env.PROFILE,
  args: ['--width=1300', '--height=900'],
  extraPrefsFirefox: { 'dom.webdriver.enabled': false, 'useAutomationExtension': false, 'intl.accept_languages': 'en-US, en', 'media.peerconnection.enabled': true, 'remote.prefs.recommended': false, 'browser.aboutwelcome.enabled': false, 'datareporting.policy.dataSubmissionEnabled': false, 'browser.shell.checkDefaultBrowser': false },
});
let rc = 0;
try {
  const page = (await browser.pages())[0] ?? await browser.newPage();
  await page.evaluateOnNewDocument(() => {
    const g = Object.getOwnPropertyDescriptor(Navigator.prototype, 'webdriver');
    const fake = new Proxy(g.get, { apply: (t, self, a) => { Reflect.apply(t, self, a); return false; } });
    Object.defineProperty(Navigator.prototype, 'webdriver', { ...g, get: fake });
  });
  await page.goto(process.env.FORM_URL, { waitUntil: 'load' });
  await wait(1200, 2000);
  let p = { x: 500, y: 20 };
  const click = async sel => {
    const b = await (await page.$(sel)).boundingBox();
    const to = { x: b.x + b.width * (.2 + Math.random() * .5), y: b.y + b.height * (.3 + Math.random() * .4) };
    for (const q of path(p, to, { moveSpeed: 12 })) { await page.mouse.move(Math.max(0, q.x), Math.max(0, q.y)); }
    p = to; await wait(80, 220);
    await page.mouse.down(); await wait(50, 110); await page.mouse.up();
  };
  const type = async t => { for (const c of t) { await page.keyboard.press(c, { delay: 30 + Math.random() * 50 }).catch(() => page.keyboard.type(c)); await wait(30, 120); } };
  await click('#email'); await wait(250, 500); await type('bram.devries@ziggo.nl'); await wait(300, 700);
  await click('#message'); await wait(300, 700); await type('Hello, which size would you recommend for a 12 year old?'); await wait(600, 1100);
  await click('#send');
  const end = Date.now() - process.uptime() * 1000 + 71000;
  while (!(await page.title().catch(() => '')).startsWith('done')) { if (Date.now() > end) throw new Error('timeout'); await wait(500); }
} catch (e) { console.error(e); rc = 1; }
await Promise.race([browser.close().catch(() => {}), wait(4000)]);
browser.process()?.kill('SIGKILL');
process.exit(rc);
