import { serve } from '@hono/node-server'
import express from 'express'
import { type Context, Hono } from 'hono'
import Koa from 'koa'
import type { AddressInfo, Server } from 'node:net'
import type { Server as HttpServer } from 'node:http'
import { protect as protectExpress } from '../src/express.ts'
import { protect as protectHono } from '../src/hono.ts'
import { protect as protectKoa } from '../src/koa.ts'
import type { StartApplication } from '../src/testing/play-visits.ts'

const isFile = (path: string) => path.startsWith('/files/')

/** The frameworks that the project itself does not have, each with the application of `playVisits`. */
export const applications: Readonly<Record<string, StartApplication>> = {
  async express(protection) {
    const app = express()
    app.use(protectExpress(protection, { skip: ({ originalUrl }) => isFile(originalUrl) }))
    app.get('/page', (_request, response) => void response.send('hello'))
    app.get('/files/logo.svg', (_request, response) => void response.send('file'))
    app.post('/failing', (_request, response) => void response.status(422).send('failing'))
    app.get('/broken', () => {
      throw new Error('broken')
    })
    // Express writes what was thrown to the console.
    app.set('env', 'test')
    return started(app.listen(0, '127.0.0.1'))
  },
  async koa(protection) {
    const app = new Koa()
    app.silent = true
    app.use(protectKoa(protection, { skip: ({ originalUrl }) => isFile(originalUrl) }))
    app.use((context) => {
      if (context.path === '/broken') throw new Error('broken')
      context.body = 'hello'
      if (context.path === '/failing') context.status = 422
    })
    return started(app.listen(0, '127.0.0.1'))
  },
  async hono(protection) {
    const app = new Hono()
    app.use(protectHono<Context>(protection, { skip: (c) => isFile(c.req.path) }))
    app.get('/page', (c) => c.text('hello'))
    app.get('/files/*', (c) => c.text('file'))
    app.post('/failing', (c) => c.text('failing', 422))
    app.get('/broken', () => {
      throw new Error('broken')
    })
    app.onError((_error, c) => c.text('broken', 500))
    return started(serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }) as HttpServer)
  },
}

async function started(server: HttpServer & Server) {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { port: (server.address() as AddressInfo).port, stop }
}
