// The "use your own Chrome" recipe: a profile made to look lived in, browser started by hand, connectOverCDP, existing tab is used
import { chromium } from 'playwright-core';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdirSync, writeFileSync } from 'node:fs';
const port = await new Promise(r => { const s = createServer().listen(0, '127.0.0.1', () => { const p = s.address().port; s.close(() => r(p)); }); }); // never port 0: Chromium sets navigator.webdriver for it
const ud = process.env.PROFILE + '/User Data', def = ud + '/Default';
mkdirSync(def, { recursive: true });
writeFileSync(ud + '/First Run', '');
writeFileSync(def + '/Preferences', JSON.stringify({ profile: { name: 'Sandra', exit_type: 'Normal', content_settings: {}, default_content_setting_values: { notifications: 2 } }, browser: { has_seen_welcome_page: true, window_placement: { left: 90, top: 60, right: 1490, bottom: 990, maximized: false, work_area_left: 0, work_area_top: 0, work_area_right: 1920, work_area_bottom: 1080 } }, intl: { selected_languages: 'en-US,en,de' }, credentials_enable_service: false, bookmark_bar: { show_on_all_tabs: true } }));
writeFileSync(def + '/Bookmarks', JSON.stringify({ roots: { bookmark_bar: { type: 'folder', name: 'Bookmarks bar', children: [{ type: 'url', name: 'Weather', url: 'https://www.yr.no/' }, { type: 'url', name: 'News', url: 'https://www.bbc.com/news' }] }, other: { type: 'folder', name: 'Other', children: [] }, synced: { type: 'folder', name: 'Mobile', children: [] } }, version: 1 }));
const proc = spawn(process.env.CHROMIUM, ['--no-sandbox', `--remote-debugging-port=${port}`, `--user-data-dir=${ud}`, '--no-default-browser-check', 'about:blank'], { detached: true, stdio: 'ignore' });
const sleep = (a, b = a) => new Promise(r => setTimeout(r, a + Math.random() * (b - a)));
let rc = 0, browser;
try {
  for (let i = 0; i < 150; i++) { try { await fetch(`http://127.0.0.1:${port}/json/version`); break; } catch { await sleep(100); } } await sleep(500);
  browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = browser.contexts()[0].pages()[0];
  await page.goto(process.env.FORM_URL); await sleep(1500, 2600);
  let o = { x: 420, y: 10 };
  const approach = async sel => {
    const b = await page.locator(sel).boundingBox(), t = { x: b.x + b.width * (.1 + .5 * Math.random()), y: b.y + b.height * (.35 + .3 * Math.random()) };
    const N = 26 + Math.random() * 16, phase = Math.random() * 6;
    for (let i = 1; i <= N; i++) { const u = i / N, e = 1 / (1 + Math.exp(-10 * (u - .45))); await page.mouse.move(o.x + (t.x - o.x) * e + 5 * Math.sin(phase + u * 5) * (1 - u), o.y + (t.y - o.y) * e + 4 * Math.cos(phase + u * 4) * (1 - u)); await sleep(5, 13); }
    await page.mouse.move(t.x, t.y); o = t; await sleep(100, 300);
    await page.mouse.down(); await sleep(60, 120); await page.mouse.up(); await sleep(200, 500);
  };
  await approach('#email');
  for (const c of 'sandra.keller@bluewin.ch') { await page.keyboard.down(c); await sleep(40, 90); await page.keyboard.up(c); await sleep(40, 130); }
  await approach('#message');
  for (const c of 'Good evening, we would need a room for 4 people from 3 to 6 May. Is one free?') { await page.keyboard.down(c); await sleep(35, 80); await page.keyboard.up(c); await sleep(30, 110); }
  await sleep(500, 1000);
  await approach('#send');
  const end = Date.now() - process.uptime() * 1000 + 71000; while (!(await page.title().catch(() => '')).startsWith('done')) { if (Date.now() > end) throw new Error('timeout'); await sleep(500); }
} catch (e) { console.error(e); rc = 1; }
await Promise.race([browser?.close().catch(() => {}), sleep(1500)]);
try { process.kill(-proc.pid, 'SIGTERM'); } catch {}
await sleep(900);
try { process.kill(-proc.pid, 'SIGKILL'); } catch {}
process.exit(rc);
