import { createServer, request as ask, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'

const host = '127.0.0.1'

export interface Listening {
  readonly port: number
  readonly server: Server
}

/** The site that is protected: pages with links, a feed, its robots.txt, and a link that no person sees. */
export function siteOf(robots: string, trap: string, onPage: (address: string) => void): RequestListener {
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site.example')
    // Browsers ask for it beside any page, also that of a challenge.
    if (pathname === '/favicon.ico') return void response.writeHead(404).end()
    // The gateway adds the proxy that it heard from.
    onPage(
      String(request.headers['x-forwarded-for'] ?? '')
        .split(',', 1)[0]
        ?.trim() ?? '',
    )
    if (pathname === '/robots.txt') return void response.setHeader('content-type', 'text/plain').end(robots)
    if (pathname === '/feed.xml') return void response.setHeader('content-type', 'application/rss+xml').end('<rss/>')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1><a href="/one">One</a> <a href="/two">Two</a>${trap}</html>`,
    )
  }
}

/** A proxy that the gateway is told to believe, so that each visitor has an address of its own. It changes nothing else. */
export function proxyFor(address: string, gatewayPort: number): RequestListener {
  return (request, response) => {
    const headers = [...request.rawHeaders, 'X-Forwarded-For', address]
    const sent = ask({ host, port: gatewayPort, method: request.method, path: request.url, headers, agent: false })
    sent.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    sent.on('error', () => response.destroy())
    request.pipe(sent)
  }
}

export async function listen(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener).listen(0, host)
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}
