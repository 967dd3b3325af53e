
import { RouterContextProvider } from 'react-router'
let facts
const handler = async (request) => {
  const url = new URL(request.url)
  if (url.pathname === '/endless') {
    const stream = new ReadableStream({ async pull(controller) { controller.enqueue(new TextEncoder().encode('data: x\n\n')); await new Promise((go) => setTimeout(go, 5)) } })
    return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  }
  const headers = new Headers({ 'content-type': 'application/json' })
  headers.append('set-cookie', 'a=1'); headers.append('set-cookie', 'b=2')
  return new Response(JSON.stringify({ url: request.url, method: request.method, host: request.headers.get('host'), ip: facts.clientIp, body: request.method === 'POST' ? await request.text() : null, filler: 'x'.repeat(2000) }), { headers })
}
const route = { loader: ({ request }) => handler(request), action: ({ request }) => handler(request) }
export const entry = { module: { default: () => new Response('page'), createLoadContext: (given) => { facts = given; return new RouterContextProvider() } } }
export const routes = { root: { id: 'root', path: '', module: { default: () => null } }, all: { id: 'all', parentId: 'root', path: '*', module: route } }
export const assets = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' }
export const future = {}, publicPath = '/', assetsBuildDirectory = '', basename = '/', isSpaMode = false, ssr = true, prerender = [], routeDiscovery = { mode: 'initial' }
