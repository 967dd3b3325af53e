// playwright-ghost (over patchright) with its recommended plugins, which humanize cursor, clicks and keys by themselves
import { chromium } from 'playwright-ghost/patchright';
import plugins from 'playwright-ghost/plugins';
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, headless: false, args: ['--no-sandbox'], plugins: [...plugins.recommended()] });
let rc = 0;
try {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(process.env.FORM_URL);
  await page.waitForTimeout(1300);
  await page.locator('#email').click();
  await page.keyboard.type('yusuf.demir@windowslive.com', { delay: 75 });
  await page.waitForTimeout(500);
  await page.locator('#message').click();
  await page.keyboard.type('Hi, the size chart link on the shoes page is broken. What is EU 43 in US?', { delay: 65 });
  await page.waitForTimeout(800);
  await page.locator('#send').click();
  const end = Date.now() - process.uptime() * 1000 + 71000;
  while (!(await page.title().catch(() => '')).startsWith('done')) { if (Date.now() > end) throw new Error('timeout'); await new Promise(r => setTimeout(r, 500)); }
} catch (e) { console.error(e); rc = 1; }
await browser.close().catch(() => {});
process.exit(rc);
