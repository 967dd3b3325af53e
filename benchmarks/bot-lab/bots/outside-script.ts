import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess } from '../processes.ts'
import type { BotClass, Visitor } from '../visitor.ts'
import { chromedriverPath, chromiumPath, firefoxPath } from './launch-paths.ts'

interface OutsideScript {
  readonly id: string
  readonly class: BotClass
  readonly half: 'seen' | 'unseen'
  readonly describe: string
  readonly path: string
}

/** No script lives longer, in milliseconds. */
const visitMsMax = 75_000

/**
 * A bot that knows nothing of the lab: a script in a process of its own that is told the form's address and ends with 0 when
 * it has done what it could.
 */
export function outsideScript({ path, ...bot }: OutsideScript): Visitor {
  return {
    ...bot,
    kind: 'bot',
    stack: 'script of its own',
    visit: async ({ url, display, profile, signal }) => {
      const script = startProcess(process.execPath, [path], {
        cwd: profile,
        env: {
          ...process.env,
          FORM_URL: url,
          DISPLAY: display,
          PROFILE: profile,
          CHROMIUM: chromiumPath,
          CHROMEDRIVER: chromedriverPath,
          FIREFOX: firefoxPath,
        },
      })
      const limit = AbortSignal.any([signal, AbortSignal.timeout(visitMsMax)])
      try {
        await Promise.race([script.ended, rejectedWhen(limit)])
        if (script.child.exitCode !== 0)
          throw new Error(
            `the script ended with ${script.child.exitCode ?? script.child.signalCode}\n${script.output().slice(-1500)}`,
          )
        // What the page still sends gets out.
        await sleep(300)
      } finally {
        await script.stop()
      }
    },
  }
}

function rejectedWhen(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('the script ran out of time')), { once: true })
  })
}
