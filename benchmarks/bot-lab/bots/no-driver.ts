import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { VisitInput, Visitor } from '../visitor.ts'
import { endGroup, startGroup } from './child-process.ts'
import { chromiumFlags, chromiumPath, firefoxPath } from './launch-paths.ts'
import { runSession } from './session.ts'

type Command = (input: VisitInput) => readonly [program: string, ...args: string[]]

/** Browsers that nobody drives: they load the page, as scrapers and preview makers do, and never touch the form. */
export const noDriverBots: readonly Visitor[] = [
  bot('nodriver-chromium', 'headless Chromium that loads the page and stays', ({ url, profile }) => [
    chromiumPath,
    ...chromiumFlags,
    '--headless=new',
    `--user-data-dir=${profile}`,
    url,
  ]),
  bot('nodriver-chromium-dump', 'headless Chromium that prints the page and goes', ({ url, profile }) => [
    chromiumPath,
    ...chromiumFlags,
    '--headless',
    '--dump-dom',
    '--virtual-time-budget=5000',
    `--user-data-dir=${profile}`,
    url,
  ]),
  bot('nodriver-firefox', 'headless Firefox that loads the page and stays', ({ url, profile }) => [
    firefoxPath,
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    url,
  ]),
]

function bot(id: string, describe: string, command: Command): Visitor {
  return {
    id,
    class: 'default',
    half: 'seen',
    describe,
    kind: 'bot',
    stack: 'nodriver',
    visit: (input) =>
      runSession<ChildProcess>({
        signal: input.signal,
        open: async () => {
          const [program, ...args] = command(input)
          return startGroup(program, args)
        },
        close: endGroup,
        use: async (child) => {
          for (const end = Date.now() + 10_000 * input.variation.pace; Date.now() < end && child.exitCode === null;)
            await sleep(200)
          if (child.pid === undefined) throw new Error('the browser did not start')
        },
      }),
  }
}
