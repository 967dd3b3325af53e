import { expect, test, vi } from 'vitest'
import { prepareTask } from './keep-child.ts'

test.for([
  ['listens late', 'await new Promise((go) => setTimeout(go, 100))'],
  [
    'listens without a word, as older releases do,',
    'const { send } = process; process.send = (message, ...more) => message.kind === "listens" || send.call(process, message, ...more)',
  ],
])('a process that %s still gets its task', async ([, before = '']) => {
  vi.stubEnv('NODE_OPTIONS', `--import data:text/javascript,${encodeURIComponent(before)}`)
  const databaseUrl = 'postgresql:///bollard?host=/nowhere'
  const databases = { bollard_api: databaseUrl, bollard_edge: databaseUrl, bollard_worker: databaseUrl }
  const done = prepareTask('migrate').run({ name: 'migrate', databaseUrl, databases, encryptionKey: 'a'.repeat(64) })
  // It tries, and can't: what it was told has arrived.
  await expect(done).rejects.toThrow(/The migrate process could not start: .*ENOENT/su)
})
