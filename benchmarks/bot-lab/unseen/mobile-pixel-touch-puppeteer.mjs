// Emulated Pixel phone: puppeteer + CDP emulation incl. UA client hints, taps with touch events, soft-keyboard style text
import puppeteer from 'puppeteer-core';
const pause = (a, b) => new Promise(r => setTimeout(r, a + Math.random() * (b - a)));
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM, headless: false, userDataDir: process.env.PROFILE, defaultViewport: null,
  ignoreDefaultArgs: ['--enable-automation'],
  args: ['--no-sandbox', '--disable-blink-features=AutomationControlled', '--window-size=500,1000', '--touch-events=enabled'],
});
let rc = 0;
try {
  const full = (await browser.version()).split('/')[1], major = full.split('.')[0];
  const [page] = await browser.pages();
  const c = await page.createCDPSession();
  await c.send('Emulation.setDeviceMetricsOverride', { width: 412, height: 915, deviceScaleFactor: 2.625, mobile: true, screenWidth: 412, screenHeight: 915, screenOrientation: { type: 'portraitPrimary', angle: 0 } });
  await c.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
  await c.send('Emulation.setUserAgentOverride', {
    userAgent: `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`, platform: 'Linux armv81', acceptLanguage: 'en-US,en',
    userAgentMetadata: { brands: [{ brand: 'Chromium', version: major }, { brand: 'Google Chrome', version: major }, { brand: 'Not?A_Brand', version: '24' }], fullVersion: full, platform: 'Android', platformVersion: '15.0.0', architecture: '', model: 'Pixel 8', mobile: true, bitness: '', wow64: false },
  });
  await page.goto(process.env.FORM_URL, { waitUntil: 'load' });
  await pause(1200, 2000);
  // a thumb swipe or two while reading
  for (let s = 0; s < 2; s++) {
    let x = 200 + Math.random() * 80, y = 640;
    await c.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y, radiusX: 9, radiusY: 11, force: .6 }] });
    for (let i = 0; i < 10; i++) { y -= (s ? -1 : 1) * (6 + Math.random() * 9); x += Math.random() * 2 - 1; await c.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y, radiusX: 9, radiusY: 11, force: .6 }] }); await pause(8, 18); }
    await c.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await pause(350, 800);
  }
  const tap = async sel => {
    const b = await (await page.$(sel)).boundingBox();
    const x = b.x + b.width * (.25 + Math.random() * .5), y = b.y + b.height * (.3 + Math.random() * .4);
    await c.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y, radiusX: 10, radiusY: 12, force: .7 }] });
    await pause(55, 110);
    await c.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const swipeType = async text => { for (const w of text.split(/(?<=\s)/)) { for (const ch of w) { await page.keyboard.sendCharacter(ch); await pause(70, 190); } await pause(40, 260); } };
  await tap('#email'); await pause(500, 900); await swipeType('amelie.roux@orange.fr'); await pause(400, 800);
  await tap('#message'); await pause(500, 900); await swipeType('Hello, are dogs allowed in the garden cafe?'); await pause(600, 1200);
  await tap('#send');
  await page.waitForFunction(() => document.title.startsWith('done'), { timeout: Math.round(71000 - process.uptime() * 1000), polling: 500 });
} catch (e) { console.error(e); rc = 1; }
await browser.close().catch(() => {});
process.exit(rc);
