// Never touches the mouse: Tab to the fields like a keyboard user, e-mail arrives whole (as a password manager or paste would), Space on the button. Patchright, headed.
import { chromium } from 'patchright-core';
const t = (m, s) => new Promise(r => setTimeout(r, Math.max(20, m + s * (Math.random() + Math.random() + Math.random() - 1.5))));
const ctx = await chromium.launchPersistentContext(process.env.PROFILE, { executablePath: process.env.CHROMIUM, headless: false, viewport: null, args: ['--no-sandbox', '--window-size=1250,880'] });
let rc = 0;
try {
  const page = ctx.pages()[0];
  await page.goto(process.env.FORM_URL, { waitUntil: 'load' });
  await t(1900, 500);
  const k = async (key, hold = 75) => { await page.keyboard.down(key); await t(hold, 30); await page.keyboard.up(key); };
  const focusedId = () => page.evaluate(() => document.activeElement?.id ?? '');
  const tabTo = async id => { for (let i = 0; i < 12; i++) { if (await focusedId() === id) return; await k('Tab'); await t(260, 90); } throw new Error('cannot tab to ' + id); };
  await tabTo('email'); await t(300, 100);
  await page.keyboard.insertText('ingrid.solheim@online.no');
  await t(800, 250);
  await tabTo('message'); await t(500, 180);
  const text = 'Hello, I use a screen reader and the booking calendar does not announce the dates. Could you book me in for Friday?';
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (/[A-Z?]/.test(c)) { await page.keyboard.down('Shift'); await t(60, 20); await k(c, 70); await t(20, 10); await page.keyboard.up('Shift'); } else await k(c, 55);
    await t(c === ' ' ? 85 : 55, 45);
  }
  await t(900, 300);
  await tabTo('send'); await t(400, 120);
  await k('Space', 90);
  for (let i = 0; ; i++) { if ((await page.title().catch(() => '')).startsWith('done')) break; if (process.uptime() > 71) throw new Error('timeout'); await t(500, 10); }
} catch (e) { console.error(e); rc = 1; }
await ctx.close().catch(() => {});
process.exit(rc);
