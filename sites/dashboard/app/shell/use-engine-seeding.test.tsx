import { grammarVersion } from '@bollard/engine-proof/grammar'
import { interpret, openStage, type StageWindow } from '@bollard/engine-proof/interpret'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { useEngineSeeding } from './use-engine-seeding.ts'

/** A busy machine takes its time for forty layouts, and its idle moments come late. */
const soon = { timeout: 20_000 }

let close = () => {}
afterEach(() => {
  close()
  vi.unstubAllGlobals()
})

function Seeding({ isOperator }: { isOperator: boolean }) {
  useEngineSeeding(isOperator, 'en')
  return null
}

/** A service that says how many programs it wants; resolves to what was posted to it, and to null where nothing is. */
function show(isOperator: boolean, state: object) {
  const calls: { address: string; body: string | undefined }[] = []
  vi.stubGlobal('fetch', async (address: string, init?: { body?: string }) => {
    calls.push({ address, body: init?.body })
    return Response.json(state)
  })
  const root = createRoot(document.createElement('div'))
  root.render(<Seeding isOperator={isOperator} />)
  close = () => root.unmount()
  return calls
}

test("an operator's browser answers as many programs as are wanted, and leaves no frame behind", async () => {
  const calls = show(true, { wanted: 40, grammar: grammarVersion })
  await expect.poll(() => calls.length, soon).toBe(2)
  expect(calls.map(({ address }) => address)).toEqual(['/en/engine-programs', '/en/engine-programs'])
  const posted: { grammar: number; programs: { program: number; answer: number }[] } = JSON.parse(
    calls[1]?.body ?? '{}',
  )
  expect(posted.grammar).toBe(grammarVersion)
  expect(posted.programs).toHaveLength(40)
  const frame = await openStage(document.body)
  for (const { program, answer } of posted.programs)
    expect(interpret(frame.contentWindow as StageWindow, program)).toBe(answer)
  frame.remove()
  expect(document.querySelectorAll('iframe[aria-hidden]')).toHaveLength(0)
})

test.for([
  ['enough are there', true, { wanted: 0, grammar: grammarVersion }, 1],
  ['the service speaks another grammar', true, { wanted: 40, grammar: grammarVersion + 1 }, 1],
  ['somebody else is signed in', false, { wanted: 40, grammar: grammarVersion }, 0],
] as const)('nothing is computed where %s', async ([, isOperator, state, asked]) => {
  const calls = show(isOperator, state)
  await expect.poll(() => calls.length, soon).toBe(asked)
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }))
  expect(calls).toHaveLength(asked)
})
