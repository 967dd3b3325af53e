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
      // Behind a server that unescapes, these end before their ending.
      '/login%3F.css',
      '/login%23.css',
      '/login%253f.css',
      '/login%0A.css',
    ])
      expect((await running.ask(path)).status, path).toBe(403)
    for (const path of ['/style.css', '/a%20photo.jpg', '/feed.xml', '/robots.txt', '/a/app.js?v=1'])
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
    const posted = async (path: string) => (await running.ask(path, { method: 'POST' })).status
    for (const path of [
      '/?_method=delete',
      '/?a=1&%5Fmethod=PUT',
      '/?_METHOD=DELETE',
      // Of several the first, or the last; and what is this field for PHP alone.
      '/?_method=PATCH&_method=DELETE',
      '/?_method=DELETE&_method=PATCH',
      '/?_method[]=DELETE',
      '/?_method%5B0%5D=DELETE',
      '/?.method=DELETE',
      '/?%20method=DELETE',
      '/?[method=DELETE',
      '/?a=1;_method=DELETE',
    ])
      expect(await posted(path), path).toBe(400)
    const overrides: Record<string, string>[] = [
      { 'X-HTTP-Method-Override': 'DELETE, PATCH' },
      { 'X-HTTP-Method-Override': 'PATCH,DELETE' },
      { 'X-HTTP-Method-Override': 'PATCH', 'X-Method-Override': 'DELETE' },
    ]
    for (const headers of overrides) expect(await statusOf('POST', headers)).toBe(400)
    // However many are named, only methods that there are count, and cost something.
    const many = Array.from({ length: 1_500 }, (_, index) => `M${index}`).join(',')
    expect(await statusOf('POST', { 'X-HTTP-Method': many })).toBe(200)
    expect(await statusOf('POST', { 'X-HTTP-Method': `${many},DELETE` })).toBe(400)
    const twice = 'X-HTTP-Method-Override: DELETE\r\nX-HTTP-Method-Override: POST\r\n'
    expect(await running.raw(`POST / HTTP/1.1\r\nHost: shop.example\r\n${twice}Connection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400 /u,
    )
    for (const path of ['/?_method=PATCH', '/?_method=post', '/?a=_method=DELETE'])
      expect(await posted(path), path).toBe(200)
  })

  it('is answered for HEAD as for GET, which sites answer alike', async () => {
    await using running = await startGuard(
      fileOf(`      - { name: read, methods: [GET], paths: [/search], mode: LIVE, challenge: ALWAYS }
      - { name: all, mode: LIVE }`),
    )
    for (const [method, status] of [
      ['GET', 403],
      ['HEAD', 403],
      ['POST', 200],
    ] as const)
      expect((await running.ask('/search', { method })).status, method).toBe(status)
  })

  it('is counted once, however often it names its cookie or header', async () => {
    const limiter = (from: string, name: string) =>
      `{ id: ${from}, mode: LIVE, key: [{ from: ${from}, name: ${name} }], missing: SKIP, limit: { kind: FIXED_WINDOW, limit: 2, windowMs: 60000 } }`
    await using running = await startGuard(
      fileOf(
        '      - { name: all, mode: LIVE, limiters: [cookie, header] }',
        `limiters: [${limiter('cookie', 'session')}, ${limiter('header', 'X-Key')}]`,
      ),
    )
    const statusOf = async (...lines: readonly string[]) =>
      (
        await running.raw(`GET / HTTP/1.1\r\nHost: shop.example\r\n${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
      ).slice(9, 12)
    // One value that the site knows, and another one each time, before and behind it.
    expect([
      await statusOf('Cookie: session=mine; session=1'),
      await statusOf('Cookie: session=2; session=mine'),
      await statusOf('Cookie: session=3', 'Cookie: session=mine'),
      await statusOf('Cookie: session="mine"; session=%34'),
    ]).toEqual(['200', '200', '429', '429'])
    expect([
      await statusOf('X-Key: mine', 'X-Key: 1'),
      await statusOf('x-key: 2', 'X-KEY: mine'),
      await statusOf('X-Key: mine', 'X-Key: mine', 'X-Key: 3'),
    ]).toEqual(['200', '200', '429'])
    // What is sent once counts by itself.
    expect([await statusOf('Cookie: session=mine'), await statusOf('X-Key: mine')]).toEqual(['200', '200'])
  })
})
