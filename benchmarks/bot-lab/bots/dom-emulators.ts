import { type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Visitor } from '../visitor.ts'
import { endGroup, startGroup } from './child-process.ts'
import { runSession } from './session.ts'

/** DOMs without a browser, with the page's scripts switched on. */
export const domEmulatorBots: readonly Visitor[] = [
  bot(
    'jsdom',
    'jsdom with scripts on and the gaps filled as test set-ups do; module scripts, which it cannot run, are evaluated by hand',
  ),
  bot('jsdom-widget', 'jsdom in which the real widget runs: what it asks of a browser is lent, the page solves'),
  bot('jsdom-disguised', 'the same, with layout, window, worker and navigator made up to look like Chrome'),
  bot('happy-dom', 'happy-dom with scripts and frames on'),
]

function bot(id: string, describe: string): Visitor {
  return {
    id,
    class: 'dom-emulator',
    half: 'seen',
    describe,
    kind: 'bot',
    stack: 'dom-emulator',
    visit: ({ url, variation, signal }) =>
      runSession<ChildProcess>({
        signal,
        open: async () =>
          startGroup(process.execPath, [
            fileURLToPath(new URL('emulate-page.ts', import.meta.url)),
            id,
            url,
            String(variation.pace),
          ]),
        close: endGroup,
        use: async (child) => {
          if (child.exitCode === null) await once(child, 'exit')
          if (child.exitCode !== 0) throw new Error(`${id} ended with ${child.exitCode}`)
        },
      }),
  }
}
