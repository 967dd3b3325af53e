// rebrowser-puppeteer in alwaysIsolated mode, ghost-cursor, headed
process.env.REBROWSER_PATCHES_RUNTIME_FIX_MODE = 'alwaysIsolated';
process.env.REBROWSER_PATCHES_SOURCE_URL = 'jquery.min.js';
process.env.REBROWSER_PATCHES_UTILITY_WORLD_NAME = 'util';
const { default: puppeteer } = await import('rebrowser-puppeteer-core');
const { GhostCursor } = await import('ghost-cursor');

const r = (a, b) => Math.round(a + Math.random() * (b - a));
const sleep = ms => new Promise(f => setTimeout(f, ms));
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM, headless: false, defaultViewport: null, userDataDir: process.env.PROFILE,
  ignoreDefaultArgs: ['--enable-automation', '--disable-extensions', '--disable-default-apps', '--disable-component-extensions-with-background-pages'],
  args: ['--no-sandbox', '--disable-blink-features=AutomationControlled', '--window-size=1536,864', '--test-type'],
});
let status = 0;
try {
  const page = (await browser.pages())[0];
  await page.goto(process.env.FORM_URL, { waitUntil: 'load' });
  let cursor;
  try { cursor = new GhostCursor(page, { start: { x: r(300, 900), y: r(5, 60) } }); }
  catch { const { createCursor } = await import('ghost-cursor'); cursor = createCursor(page, { x: r(300, 900), y: r(5, 60) }); }
  await sleep(r(800, 1700));
  const box = async sel => (await page.$(sel)).boundingBox();
  const go = async sel => {
    const b = await box(sel);
    await cursor.moveTo({ x: b.x + b.width * (0.2 + Math.random() * 0.5), y: b.y + b.height * (0.3 + Math.random() * 0.4) });
    await sleep(r(70, 200));
    await cursor.mouseDown(); await sleep(r(50, 110)); await cursor.mouseUp();
  };
  await go('#email'); await sleep(r(200, 450));
  for (const c of 'ptr.novak77@seznam.cz') { await page.keyboard.type(c, { delay: r(35, 85) }); await sleep(r(40, 130)); }
  await go('#message'); await sleep(r(300, 700));
  const msg = 'Hello, is it possible to change the delivery address for an order I placed this morning?';
  for (const w of msg.split(/(?<= )/)) {
    for (const c of w) { await page.keyboard.type(c, { delay: r(30, 70) }); await sleep(r(25, 90)); }
    if (Math.random() < .15) await sleep(r(250, 600));
  }
  await sleep(r(500, 1100));
  await go('#send');
  const end = Date.now() - process.uptime() * 1000 + 71000;
  while (Date.now() < end) { if ((await page.title().catch(e => (console.error(e.message), ''))).startsWith('done')) break; await sleep(400); }
  if (Date.now() >= end) throw new Error('no done');
} catch (e) { console.error(e); status = 1; }
await browser.close().catch(() => {});
process.exit(status);
