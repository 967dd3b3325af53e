// LangChain's Playwright toolkit: headless, navigate_browser, get_elements, click_element ("selector >> visible=1"), plus the usual fill tool
import fs from 'node:fs';
import { chromium } from 'playwright-core-1-49';
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
  browser = await chromium.launch({ headless: true, executablePath: process.env.CHROMIUM, chromiumSandbox: false });
  const context = browser.contexts()[0] ?? await browser.newContext();
  const page = context.pages()[0] ?? await context.newPage();
  const tools = {
    navigate_browser: async ({ url }) => { const r = await page.goto(url); return `Navigating to ${url} returned status code ${r.status()}`; },
    extract_text: () => page.innerText('body'),
    get_elements: ({ selector }) => page.$$eval(selector, (es) => es.map((e) => e.innerText || e.getAttribute('id'))),
    click_element: async ({ selector }) => { await page.click(`${selector} >> visible=1`, { strict: false, timeout: 1000 }); return `Clicked element '${selector}'`; },
    fill_element: async ({ selector, text }) => { await page.fill(`${selector} >> visible=1`, text, { timeout: 1000 }); return `Filled '${selector}'`; },
    current_webpage: () => page.url(),
  };
  await tools.navigate_browser({ url: process.env.FORM_URL });
  await tools.extract_text();
  await tools.get_elements({ selector: 'input, textarea, button' });
  await tools.fill_element({ selector: '#email', text: 'samuel.adeyemi@zoho.com' });
  await tools.fill_element({ selector: '#message', text: 'What are your opening hours during the holidays? Thank you in advance.' });
  await tools.click_element({ selector: '#send' });
  await page.waitForFunction(() => document.title.startsWith('done'), null, { timeout: 60000 });
  await finish(0, () => browser.close());
} catch (e) { console.error(e); await finish(1, () => browser?.close()); }
