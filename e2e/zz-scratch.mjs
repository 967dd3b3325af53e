import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { browserLaunchOptions } from '@bollard/testing'
const axe = readFileSync('/work/main/node_modules/axe-core/axe.min.js','utf8')
const cors = { 'access-control-allow-origin': '*' }
const settings = new Map(); const starts = []
let delay = 0, down = false
const api = createServer(async (q, r) => {
  if (q.url === '/widget.js' || q.url.startsWith('/widget/')) { r.writeHead(200, { ...cors, 'content-type': q.url.endsWith('html') ? 'text/html' : 'text/javascript' }); return r.end(readFileSync('/work/main/client/widget/dist' + q.url)) }
  if (down) { r.writeHead(503, cors); return r.end('{}') }
  if (q.url.startsWith('/captcha/v1/widget-settings/')) { const key = q.url.split('/').pop(); settings.n = (settings.n ?? 0) + 1; await new Promise((f) => setTimeout(f, delay)); const s = settings.get(key); r.writeHead(s ? 200 : 404, { ...cors, 'content-type': 'application/json' }); return r.end(JSON.stringify(s ?? { code: 'site-key-unknown' })) }
  let body = ''; for await (const c of q) body += c
  starts.push(JSON.parse(body)); const key = JSON.parse(body).siteKey
  const id = '0193' + Date.now().toString(16).slice(0,4).padEnd(4,'0') + '-0000-7000-8000-000000000000'
  const hex = Date.now().toString(16).padStart(12,'0'); const vid = `${hex.slice(0,8)}-${hex.slice(8)}-7000-8000-000000000000`
  r.writeHead(201, { ...cors, 'content-type': 'application/json' })
  r.end(JSON.stringify(key === 'refuse' ? { status: 'refused', verificationId: vid, reasons: [] } : { status: 'passed', verificationId: vid, token: 'btk1.x', expiresAt: new Date(Date.now() + 900_000).toISOString() }))
})
await new Promise((f) => api.listen(0, 'localhost', f)); const A = `http://localhost:${api.address().port}`
let body = ''; let policy = `default-src 'none'; script-src 'self' ${A} 'unsafe-eval' 'unsafe-inline'; connect-src ${A}; style-src 'self' 'nonce-x'; form-action 'self'; img-src data:`
const site = createServer((q, r) => { if (q.url.startsWith('/favicon')) { r.writeHead(204); return r.end() } r.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }); r.end(`<!doctype html><html lang="en"><meta charset=utf-8><meta name=viewport content="width=device-width,initial-scale=1"><title>x</title><style nonce=x>body{margin:12px;font-family:sans-serif}html.dark{background:#121315;color:#eee}main{display:grid;gap:14px;justify-items:start}</style><script type=module src="${A}/widget.js"></script><main><h1>Newsletter</h1>${body}</main></html>`) })
await new Promise((f) => site.listen(0, 'localhost', f)); const S = `http://localhost:${site.address().port}/`
const none = { widget: {}, minimalData: false, honeypots: true, failover: false, test: null }
const w = (key, attrs = '') => `<form method=post><label>E-mail <input name=email></label><bollard-captcha sitekey="${key}" ${attrs}></bollard-captcha><button>Go</button></form>`
settings.set('plain', none)
const long = 'Wort '.repeat(39) + 'Ende', longWord = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenrente'.repeat(3)
settings.set('design', { ...none, widget: { design: { radius: 2, boxRadius: 2, borderWidth: 3, light: { background: '#fff4e0', text: '#3a2a00', border: '#aa7700', boxBackground: '#ffffff', boxBorder: '#7a5500', accent: '#7b2cbf', success: '#7b2cbf', failure: '#7a0000' }, dark: { background: '#00243a', text: '#d8f1ff', border: '#3399cc', accent: '#ffd166', success: '#ffd166' } }, privacyUrl: 'https://shop.example/privacy' } })
settings.set('white', { ...none, widget: { whiteLabel: true } })
settings.set('words', { ...none, widget: { translations: { en: { ready: 'Tick me, dear reader', readyHint: 'It is quick', passed: 'Lovely', passedHint: 'Good for {minutes} minutes' }, fr: { ready: 'Je suis une personne' } } } })
settings.set('long', { ...none, widget: { privacyUrl: 'https://shop.example/p', translations: { en: { ready: long, readyHint: longWord, privacy: longWord.slice(0, 150), badge: long, passed: long, passedHint: longWord } } } })
settings.set('invisible', { ...none, widget: { invisible: true } })
settings.set('invtest', { ...none, widget: { invisible: true, whiteLabel: true }, test: 'FAILS' })
for (const k of ['PASSES', 'FAILS', 'SPENT', 'STEP_UP']) settings.set(k, { ...none, test: k, widget: { whiteLabel: true } })
settings.set('minimal', { ...none, minimalData: true })
settings.set('failover', { ...none, failover: true })
const browser = await chromium.launch({ ...(await browserLaunchOptions()) })
async function open(b, { width = 1440, dark = false, height = 600 } = {}) {
  body = b; const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' }); const page = await context.newPage()
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && !/404|503/.test(m.text()) && console.log('  console:', m.text())); page.on('pageerror', (e) => console.log('  pageerror', e.message))
  await page.goto(S); if (dark) await page.evaluate(() => document.documentElement.classList.add('dark')); return page
}
async function check(page) { await page.evaluate(axe); return page.evaluate(() => axe.run('bollard-captcha').then(({ violations }) => violations.map(({ id, impact, nodes }) => id + ' ' + impact + ' ' + nodes[0].html + nodes[0].failureSummary))) }
const text = (page) => page.evaluate(() => document.querySelector('bollard-captcha').shadowRoot.textContent)
const box = (page) => page.evaluate(() => { const b = document.querySelector('bollard-captcha').getBoundingClientRect(); return [b.width, b.height] })
for (const width of [1440, 360]) for (const dark of [false, true]) {
  const page = await open(['plain', 'design', 'white', 'words', 'long', 'PASSES', 'STEP_UP'].map((k) => w(k)).join('') + w('invtest'), { width, dark, height: 1500 })
  await page.waitForTimeout(700)
  await page.screenshot({ path: `/tmp/sz7/shots/ready-${width}-${dark ? 'dark' : 'light'}.png` })
  console.log(width, dark, 'axe', await check(page), 'settings asked', settings.n, 'wide', await page.evaluate(() => document.documentElement.scrollWidth))
  await page.evaluate(() => { for (const c of document.querySelectorAll('bollard-captcha')) c.startVerification() }); await page.waitForTimeout(500)
  await page.screenshot({ path: `/tmp/sz7/shots/done-${width}-${dark ? 'dark' : 'light'}.png` })
  console.log('  axe done', await check(page)); await page.context().close()
}
{ const page = await open(w('refuse')); await page.click('input'); await page.waitForTimeout(600); console.log('refused at once:', await text(page), starts.at(-1)); await page.context().close() }
{ const page = await open(w('minimal')); await page.waitForTimeout(2500); console.log('minimal children', await page.evaluate(() => document.querySelector('bollard-captcha').children.length)); await page.click('input'); await page.waitForTimeout(500); console.log(starts.at(-1)); await page.context().close() }
{ const page = await open(w('plain', 'bypass-key="bbk_1"')); await page.waitForTimeout(2500); console.log('plain children', await page.evaluate(() => document.querySelector('bollard-captcha').children.length)); await page.click('input'); await page.waitForTimeout(500); console.log(starts.at(-1)); await page.evaluate(() => { const c = document.querySelector('bollard-captcha'); c.bypassKey = 'bbk_2'; c.reset(); c.startVerification() }); await page.waitForTimeout(400); console.log(starts.at(-1)); await page.context().close() }
for (const k of ['plain', 'design', 'white', 'long']) { delay = 800; const page = await open(w(k)); await page.waitForSelector('bollard-captcha'); await page.waitForTimeout(300); const a = await box(page); const t = await text(page); await page.waitForTimeout(1200); console.log('late', k, a, await box(page), JSON.stringify(t.slice(0, 90))); delay = 0; await page.context().close() }
{ const page = await open(w('failover')); await page.waitForTimeout(400); down = true; await page.evaluate(() => document.addEventListener('bollard-failed', (e) => { window.said = e.detail })); await page.click('input'); await page.waitForTimeout(5000); console.log('failover', await text(page), await page.evaluate(() => [window.said, document.querySelector('bollard-captcha').response, new FormData(document.querySelector('form')).get('bollard-response')])); await page.screenshot({ path: '/tmp/sz7/shots/failover.png' }); console.log(await check(page)); down = false; await page.context().close() }
await browser.close(); api.close(); site.close(); api.closeAllConnections(); site.closeAllConnections()
