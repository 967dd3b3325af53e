// Raw Marionette socket to Firefox. Works from the browser's own privileged side: content is told that no Marionette runs,
// events are synthesised with nsIDOMWindowUtils in the content process, no script ever runs in the page's world.
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
const wait = (a, b = a) => new Promise(r => setTimeout(r, a + Math.random() * (b - a)));
const port = await new Promise(r => { const s = createServer().listen(0, '127.0.0.1', () => { const p = s.address().port; s.close(() => r(p)); }); });
const prof = join(process.env.PROFILE, 'ff'); mkdirSync(prof);
writeFileSync(join(prof, 'user.js'), Object.entries({
  'marionette.port': port, 'browser.shell.checkDefaultBrowser': false, 'browser.aboutwelcome.enabled': false, 'datareporting.policy.dataSubmissionEnabled': false,
  'browser.startup.homepage_override.mstone': 'ignore', 'startup.homepage_welcome_url': '', 'browser.startup.page': 0, 'remote.prefs.recommended': false, 'toolkit.telemetry.reportingpolicy.firstRun': false,
  'trailhead.firstrun.didSeeAboutWelcome': true, 'browser.tabs.remote.separatePrivilegedContentProcess': true,
}).map(([k, v]) => `user_pref(${JSON.stringify(k)}, ${JSON.stringify(v)});`).join('\n'));
const ff = spawn(process.env.FIREFOX, ['--marionette', '--remote-allow-system-access', '--profile', prof, '--no-remote', '--width', '1280', '--height', '900'], { stdio: 'ignore', detached: true, env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: '1' } });

let sock; for (let i = 0; i < 150 && !sock; i++) { sock = await new Promise(r => { const s = connect(port, '127.0.0.1', () => r(s)); s.on('error', () => r(null)); }); if (!sock) await wait(200); }
let raw = Buffer.alloc(0), n = 0; const todo = new Map();
sock?.on('error', () => {});
sock?.on('data', d => {
  raw = Buffer.concat([raw, d]);
  for (;;) {
    const c = raw.indexOf(58); if (c < 0) return; const len = +raw.subarray(0, c).toString();
    if (raw.length < c + 1 + len) return;
    const m = JSON.parse(raw.subarray(c + 1, c + 1 + len).toString()); raw = raw.subarray(c + 1 + len);
    if (!Array.isArray(m)) continue; const t = todo.get(m[1]); if (!t) continue; todo.delete(m[1]);
    m[2] ? t[1](new Error(JSON.stringify(m[2]).slice(0, 400))) : t[0](m[3]);
  }
});
const cmd = (name, params = {}) => new Promise((a, b) => { const id = ++n; todo.set(id, [a, b]); const s = JSON.stringify([0, id, name, params]); sock.write(Buffer.byteLength(s) + ':' + s); });
const chrome = async (script, ...args) => (await cmd('WebDriver:ExecuteAsyncScript', { script: `const done = arguments[arguments.length-1]; (async()=>{${script}})().then(done, e=>done('ERR '+e));`, args, sandbox: 'system', newSandbox: false, scriptTimeout: 30000 })).value;

let rc = 0;
try {
  await cmd('WebDriver:NewSession', { capabilities: { alwaysMatch: { acceptInsecureCerts: false } } });
  await cmd('Marionette:SetContext', { value: 'chrome' });
  // content processes learn whether Marionette runs from shared data: say "no"
  await chrome(`Services.ppmm.sharedData.set('Marionette:Active', false); Services.ppmm.sharedData.set('RemoteAgent:Active', false); Services.ppmm.sharedData.flush();`);
  await wait(300, 500);
  await chrome(`
    const url = arguments[0];
    const win = Services.wm.getMostRecentWindow('navigator:browser');
    win.gBrowser.fixupAndLoadURIString ? win.gBrowser.fixupAndLoadURIString(url, { triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() }) : win.gBrowser.loadURI(Services.io.newURI(url), { triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() });
  `.replace('arguments[0]', JSON.stringify(process.env.FORM_URL)));
  await wait(2800, 3600);
  // geometry by SpecialPowers-like frame script (system side of the content process)
  const where = async sel => JSON.parse(await chrome(`
    const win = Services.wm.getMostRecentWindow('navigator:browser'); const mm = win.gBrowser.selectedBrowser.messageManager;
    const name = 'q' + Math.random();
    return await new Promise(r => { mm.addMessageListener(name, function l(m) { mm.removeMessageListener(name, l); r(m.data); });
      mm.loadFrameScript('data:,' + encodeURIComponent('{ const b = content.document.querySelector(' + JSON.stringify(${JSON.stringify(sel)}) + ').getBoundingClientRect(); sendAsyncMessage(' + JSON.stringify(name) + ', JSON.stringify({x:b.x,y:b.y,w:b.width,h:b.height})); }'), false); });
  `));
  // offset of the content area within the browser window, then real widget-level events from the parent
  const off = JSON.parse(await chrome(`const win = Services.wm.getMostRecentWindow('navigator:browser'); win.focus(); const r = win.gBrowser.selectedBrowser.getBoundingClientRect(); return JSON.stringify({x:r.x,y:r.y});`));
  let pos = { x: 600 + Math.random() * 300, y: 5 };
  const mouse = (type, x, y, buttons) => chrome(`
    const win = Services.wm.getMostRecentWindow('navigator:browser');
    if (win.synthesizeMouseEvent) win.synthesizeMouseEvent(${JSON.stringify(type)}, ${x}, ${y}, { button: 0, clickCount: ${type === 'mousemove' ? 0 : 1}, buttons: ${buttons}, inputSource: 1, identifier: 0 }, { isDOMEventSynthesized: false, isWidgetEventSynthesized: false, isAsyncEnabled: true });
    else win.windowUtils.sendMouseEvent(${JSON.stringify(type)}, ${x}, ${y}, 0, ${type === 'mousemove' ? 0 : 1}, 0, false, 0, 1, false, false, ${buttons});
  `).then(v => { if (String(v).startsWith('ERR')) throw new Error(v); });
  const click = async sel => {
    const b = await where(sel), tx = b.x + b.w * (.2 + Math.random() * .5), ty = b.y + b.h * (.3 + Math.random() * .4), s = { ...pos };
    const steps = 24 + Math.random() * 14 | 0, arc = Math.random() * 60 - 30;
    for (let i = 1; i <= steps; i++) { const t = i / steps, e = t * t * t * (10 - 15 * t + 6 * t * t); pos = { x: s.x + (tx - s.x) * e + arc * Math.sin(Math.PI * e), y: s.y + (ty - s.y) * e }; await mouse('mousemove', Math.round(off.x + pos.x), Math.round(off.y + pos.y), 0); await wait(4, 10); }
    await wait(90, 220); const X = Math.round(off.x + pos.x), Y = Math.round(off.y + pos.y);
    await mouse('mousedown', X, Y, 1); await wait(60, 120); await mouse('mouseup', X, Y, 0);
  };
  await chrome(`const win = Services.wm.getMostRecentWindow('navigator:browser');
    const tip = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor); tip.beginInputTransaction(win, () => true) || tip.beginInputTransactionForTests(win); globalThis.__tip = tip; win.__tip = tip;`);
  const type = async text => {
    for (const ch of text) {
      const up = ch.toUpperCase(), code = up >= 'A' && up <= 'Z' ? 'Key' + up : ch >= '0' && ch <= '9' ? 'Digit' + ch : { '@': 'Digit2', '.': 'Period', ',': 'Comma', ' ': 'Space', '?': 'Slash', '-': 'Minus', "'": 'Quote' }[ch] ?? '';
      const kc = up >= 'A' && up <= 'Z' || ch >= '0' && ch <= '9' || ch === ' ' ? up.charCodeAt(0) : { '@': 50, '.': 190, ',': 188, '?': 191, '-': 173, "'": 222 }[ch] ?? 0;
      const down = up => chrome(`const win = Services.wm.getMostRecentWindow('navigator:browser'); const e = new win.KeyboardEvent('', { key: ${JSON.stringify(ch)}, code: ${JSON.stringify(code)}, keyCode: ${kc} }); win.__tip.${up ? 'keyup' : 'keydown'}(e);`);
      const v = await down(false); if (String(v).startsWith('ERR')) throw new Error(v);
      await wait(40, 85); await down(true); await wait(30, 120);
    }
  };
  await click('#email'); await wait(250, 500); await type('hannah.k@posteo.de'); await wait(400, 800);
  await click('#message'); await wait(400, 800); await type('Hello, is the course on Tuesday also for beginners?'); await wait(600, 1000);
  await click('#send');
  const end = Date.now() - process.uptime() * 1000 + 71000;
  for (;;) { const t = await chrome(`return Services.wm.getMostRecentWindow('navigator:browser').gBrowser.selectedBrowser.contentTitle;`); if (String(t).startsWith('done')) break; if (Date.now() > end) throw new Error('timeout: ' + t); await wait(500); }
} catch (e) { console.error(e); rc = 1; }
try { await Promise.race([cmd('Marionette:Quit', { flags: ['eForceQuit'] }), wait(2500)]); } catch {}
await wait(500);
try { process.kill(-ff.pid, 'SIGKILL'); } catch {}
process.exit(rc);
