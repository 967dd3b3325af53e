// ghost-cursor-playwright on plain Playwright, headed: cursor.actions.click everywhere, misread word deleted and retyped
import { chromium } from 'playwright-core';
import { createCursor } from 'ghost-cursor-playwright';
const w = (a, b) => new Promise(r => setTimeout(r, a + Math.random() * (b - a)));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, headless: false, ignoreDefaultArgs: ['--enable-automation'], args: ['--no-sandbox', '--disable-blink-features=AutomationControlled', '--window-size=1400,960'] });
let rc = 0;
try {
  const page = await (await browser.newContext({ viewport: null })).newPage();
  const cursor = await createCursor(page);
  await page.goto(process.env.FORM_URL, { waitUntil: 'load' });
  await w(900, 1600);
  const click = s => cursor.actions.click({ target: s, waitBeforeClick: [80, 220], waitBetweenClick: [50, 110] }, { paddingPercentage: 25, waitBeforeMove: [50, 200] });
  const type = async s => { for (const c of s) { await page.keyboard.press(c === '\b' ? 'Backspace' : c, { delay: 35 + Math.random() * 45 }); await w(30, 110); } };
  await click('#email'); await type('emma.dubois@skynet.be'); await w(300, 700);
  await click('#message'); await type('Hi, can I still '); await type('cancle'); await w(350, 600); await type('\b\b'); await type('el the subscription? It was renewed yesterday.'); await w(500, 900);
  await click('#send');
  for (let i = 0; ; i++) { if ((await page.title().catch(() => '')).startsWith('done')) break; if (process.uptime() > 71) throw new Error('timeout'); await w(500, 500); }
} catch (e) { console.error(e); rc = 1; }
await browser.close().catch(() => {});
process.exit(rc);
