import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { frameworkTable } from './testing/client-cases/framework-table.ts'
import { installedFrameworks } from './testing/client-cases/frameworks.ts'
import { runFramework } from './testing/client-cases/run-framework.ts'
import { serveFrameworks } from './testing/client-cases/serve-frameworks.ts'

const server = await serveFrameworks()
afterAll(() => server.stop())
const node = fileURLToPath(new URL('../client/node', import.meta.url))

test.each(installedFrameworks)('the part for $name does what the table of frameworks says', async (framework) => {
  const { faults, cases } = await runFramework(server, framework, node)
  expect(faults).toEqual({})
  expect(cases).toBeGreaterThan(30)
})

test('the table of frameworks notices an application that checks nothing', async () => {
  const open = { name: 'open', version: [], command: [process.execPath, '-e', thanks] }
  const { faults } = await runFramework(server, open, node)
  const refused = frameworkTable.cases.filter(({ expect: { status } }) => !status.includes(200)).map(({ id }) => id)
  expect(Object.keys(faults)).toEqual(expect.arrayContaining(refused))
})

/** Takes every form. */
const thanks = `require('node:http').createServer((request, response) => {
  request.resume().on('end', () => response.end('{"name":"Zoë & Ωmega","verdict":{"passed":true}}'))
}).listen(process.env.PORT, '127.0.0.1')`
