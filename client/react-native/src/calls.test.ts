import { expect, test } from 'vitest'
import { createCalls } from './calls.ts'

const start = () => {
  const ran: string[] = []
  return { ran, calls: createCalls((script) => ran.push(script)) }
}

test('what the app asks before the page is there is asked when it is, and calls at a time share the token', async () => {
  const { ran, calls } = start()
  const both = Promise.all([calls.execute(), calls.execute()])
  calls.run('bollard.reset()')
  expect(ran).toEqual([])
  calls.ready()
  expect(ran).toEqual(['bollard.execute()', 'bollard.reset()'])
  calls.resolve('token')
  expect(await both).toEqual(['token', 'token'])
  void calls.execute()
  expect(ran.at(-1)).toBe('bollard.execute()')
})

test('a page that refuses, or is gone, rejects everything that waits with its code', async () => {
  const { ran, calls } = start()
  calls.ready()
  const refused = expect(calls.execute()).rejects.toMatchObject({ code: 'refused' })
  calls.reject('refused')
  await refused
  calls.begin()
  const waits = expect(calls.execute()).rejects.toMatchObject({ code: 'removed' })
  calls.end('removed')
  await waits
  calls.ready()
  expect(ran).toEqual(['bollard.execute()'])
})
