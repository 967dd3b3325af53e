import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { localBrowser, Stagehand } from '@browserbasehq/stagehand'
import type { VisitInput, Visitor } from '../visitor.ts'
import { email, message } from './fill-form.ts'
import { chromiumFlags, chromiumPath } from './launch-paths.ts'
import { runSession, untilDone } from './session.ts'

const program = fileURLToPath(new URL('../node_modules/agent-browser/bin/agent-browser.js', import.meta.url))
type Command = (...words: readonly string[]) => Promise<string>

/** Tools that assistants drive by commands or by a library of their own; no model is asked. */
export const agentBrowserBots: readonly Visitor[] = [
  byCommands('agent-browser', 'agent-browser as an assistant calls it: open, fill, click', [], async (run) => {
    await run('fill', '#email', email)
    await run('fill', '#message', message)
    await run('click', '#send')
  }),
  byCommands(
    'agent-browser-typing',
    'agent-browser with a window: clicks into fields and types',
    ['--headed'],
    async (run) => {
      for (const [selector, text] of [
        ['#email', email],
        ['#message', message],
      ] as const) {
        await run('click', selector)
        await run('keyboard', 'type', text)
      }
      await run('click', '#send')
    },
  ),
  withStagehand('agent-stagehand', "Stagehand's locators, headless", true),
  withStagehand('agent-stagehand-headed', "Stagehand's locators, with a window, typing", false),
]

function byCommands(
  id: string,
  describe: string,
  options: readonly string[],
  use: (run: Command) => Promise<void>,
): Visitor {
  return bot(id, 'agent-browser', describe, (input) => {
    const { profile, display, url, variation } = input
    const run: Command = async (...words) => {
      const args = [
        '--session',
        'lab',
        '--executable-path',
        chromiumPath,
        '--args',
        chromiumFlags.join(','),
        ...options,
      ]
      const env = { ...process.env, DISPLAY: display, HOME: profile, AGENT_BROWSER_SOCKET_DIR: join(profile, 's') }
      return (await promisify(execFile)(process.execPath, [program, ...args, ...words], { env, timeout: 30_000 }))
        .stdout
    }
    return runSession<Command>({
      signal: input.signal,
      open: async () => {
        await mkdir(join(profile, 's'))
        return run
      },
      close: () => run('close'),
      use: async (_, deadline) => {
        await run('open', url)
        await run('snapshot', '-i')
        await sleep(500 * variation.pace)
        await use(run)
        await untilDone(() => run('get', 'title'), deadline)
      },
    })
  })
}

function withStagehand(id: string, describe: string, headless: boolean): Visitor {
  return bot(id, 'stagehand', describe, (input) =>
    runSession({
      signal: input.signal,
      open: () => launch(input, headless),
      close: (browser) => browser.close(),
      use: async (browser, deadline) => {
        const [page] = await browser.context.pages()
        if (page === undefined) throw new Error('the browser has no page')
        await page.goto(input.url)
        await sleep(500 * input.variation.pace)
        for (const [selector, text] of [
          ['#email', email],
          ['#message', message],
        ] as const) {
          if (headless) await page.locator(selector).fill(text)
          else await page.locator(selector).type(text, { delay: Math.round(60 * input.variation.pace) })
        }
        await page.locator('#send').click()
        await untilDone(() => page.title(), deadline)
      },
    }),
  )
}

async function launch({ profile, display }: VisitInput, headless: boolean) {
  // The library starts the browser with the environment of this process.
  const before = process.env['DISPLAY']
  process.env['DISPLAY'] = display
  try {
    const browser = await localBrowser.launch({
      executablePath: chromiumPath,
      headless,
      chromiumSandbox: false,
      args: [...chromiumFlags],
      userDataDir: join(profile, 'data'),
    })
    // A model must be named; none is ever asked.
    await Stagehand.create({ browser, model: { modelName: 'openai/gpt-5.4-mini', apiKey: 'none' } })
    return browser
  } finally {
    if (before === undefined) delete process.env['DISPLAY']
    else process.env['DISPLAY'] = before
  }
}

function bot(id: string, stack: string, describe: string, visit: Visitor['visit']): Visitor {
  return { id, stack, describe, visit, kind: 'bot', class: 'agents', half: 'seen' }
}
