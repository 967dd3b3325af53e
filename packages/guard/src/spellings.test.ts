import { describe, expect, it } from 'vitest'
import { fileOf, startGuard } from './testing/start-guard.ts'

describe('what a visitor sends', () => {
  it('reaches a protected path in no other spelling, nor by the ending of a file', async () => {
    const file = fileOf(
      '      - { name: admin, paths: [/admin/**], mode: LIVE, challenge: ALWAYS }\n      - { name: all, mode: LIVE, challenge: ALWAYS }',
    )
    await using running = await startGuard(file)
    for (const path of [
      '/admin',
      '/ADMIN/x',
      '//admin/x',
      '/%61dmin/',
      '/admin;a=b/x',
      '/\\admin',
      '/admin/x.css',
      '/%2561dmin',
      '/login.php/x.css',
    ])
      expect((await running.ask(path)).status, path).toBe(403)
    for (const path of ['/style.css', '/feed.xml', '/robots.txt', '/a/app.js?v=1'])
      expect((await running.ask(path)).status, path).toBe(200)
    // A server that takes no steps back out answers these below `/admin/`; nobody's browser sends them.
    const before = running.arrived.length
    for (const path of [
      '/a/../admin/x',
      '/admin/../style.css',
      '/admin/..%2fstyle.css',
      '/admin/%2e%2e/a',
      '/admin/x%5c..%5c..%5ca',
      '/admin/..;/a',
      '/admin/%252e%252e/a',
    ])
      expect((await running.ask(path)).status, path).toBe(400)
    expect(running.arrived.length).toBe(before)
  })

  it('is of one method, whatever a header says that the site would answer by', async () => {
    await using running = await startGuard(
      fileOf(`      - { name: asked, methods: [DELETE, PUT], mode: LIVE, challenge: ALWAYS }
      - { name: all, mode: LIVE }`),
    )
    const statusOf = async (method: string, headers: Record<string, string>) =>
      (await running.ask('/', { method, headers })).status
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])
      expect([await statusOf('POST', { [name]: 'delete' }), await statusOf('DELETE', { [name]: 'POST' })]).toEqual([
        400, 400,
      ])
    expect(running.arrived).toEqual([])
    // Where it makes no difference, it is nobody's matter.
    expect(await statusOf('POST', { 'X-HTTP-Method-Override': 'PATCH' })).toBe(200)
    expect(await statusOf('DELETE', { 'X-HTTP-Method-Override': 'PUT' })).toBe(403)
  })
})
