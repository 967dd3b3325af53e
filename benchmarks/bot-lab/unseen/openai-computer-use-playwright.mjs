// The loop of OpenAI's computer-use sample app on Playwright, headed 1024x768: screenshot, mouse.click(x, y), keyboard.type
import fs from 'node:fs';
import { chromium } from 'playwright-core';
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
let browser;
try {
  browser = await chromium.launch({ headless: false, executablePath: process.env.CHROMIUM, chromiumSandbox: false, args: ['--window-size=1024,768', '--disable-extensions', '--disable-file-system'], env: { ...process.env } });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(process.env.FORM_URL);
  const computer = {
    screenshot: () => page.screenshot({ fullPage: false }),
    click: ({ x, y, button = 'left' }) => page.mouse.click(x, y, { button }),
    double_click: ({ x, y }) => page.mouse.dblclick(x, y),
    move: ({ x, y }) => page.mouse.move(x, y),
    type: ({ text }) => page.keyboard.type(text),
    keypress: async ({ keys }) => { for (const k of keys) await page.keyboard.down(k); for (const k of [...keys].reverse()) await page.keyboard.up(k); },
    wait: ({ ms = 1000 }) => sleep(ms),
  };
  const eyes = async (sel) => { const b = await page.locator(sel).boundingBox(); return { x: Math.round(b.x + b.width * 0.4), y: Math.round(b.y + b.height / 2) }; };
  const steps = [
    ['screenshot'], ['click', await eyes('#email')], ['type', { text: 'andrew.mcleod@nhs.scot' }],
    ['click', await eyes('#message')], ['type', { text: 'Could you send the agenda for the meeting on the 4th? I could not open the attachment.' }],
    ['wait', {}], ['click', await eyes('#send')],
  ];
  for (const [action, args] of steps) { await computer[action](args ?? {}); await sleep(900); await computer.screenshot(); }
  for (let i = 0; i < 40; i++) {
    if ((await page.title()).startsWith('done')) await finish(0, () => browser.close());
    await computer.wait({ ms: 1500 });
  }
  throw new Error('never done');
} catch (e) { console.error(e); await finish(1, () => browser?.close()); }
