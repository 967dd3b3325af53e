import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import type { VisitInput, Visitor } from '../visitor.ts'
import { endGroup } from './child-process.ts'
import { email, message } from './fill-form.ts'
import { chromiumFlags, chromiumPath } from './launch-paths.ts'
import { type McpServer, startMcpServer } from './mcp-client.ts'
import { runSession, untilDone } from './session.ts'

/** The only page of a fresh browser. */
const pageId = 1

type Use = (call: McpServer['call'], input: VisitInput, deadline: AbortSignal) => Promise<void>

interface Agent {
  /** File of the server below `node_modules`. */
  readonly server: string
  readonly args?: (input: VisitInput) => readonly string[]
  readonly use: Use
}

const playwright = '@playwright/mcp/cli.js'
const devtools = 'chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js'

/** Assistants' tools, called as a model calls them: look at the page, fill in, click, look again. */
export const agentBots: readonly Visitor[] = [
  agent('agent-playwright-mcp', 'playwright-mcp, headless, field by field', {
    server: playwright,
    args: () => [...playwrightArgs, '--headless'],
    use: usePlaywright(async (call, { emailRef, messageRef }) => {
      await call('browser_type', { element: 'e-mail', target: emailRef, text: email })
      await call('browser_type', { element: 'message', target: messageRef, text: message })
    }),
  }),
  agent('agent-playwright-mcp-slowly', 'playwright-mcp with a window, typing slowly', {
    server: playwright,
    args: () => playwrightArgs,
    use: usePlaywright(async (call, { emailRef, messageRef }) => {
      await call('browser_type', { element: 'e-mail', target: emailRef, text: email, slowly: true })
      await call('browser_type', { element: 'message', target: messageRef, text: message, slowly: true })
    }),
  }),
  agent('agent-playwright-mcp-form', 'playwright-mcp with a window, filling the whole form by one call', {
    server: playwright,
    args: () => playwrightArgs,
    use: usePlaywright(async (call, { emailRef, messageRef }) => {
      await call('browser_fill_form', {
        fields: [
          { element: 'e-mail', name: 'e-mail', target: emailRef, type: 'textbox', value: email },
          { element: 'message', name: 'message', target: messageRef, type: 'textbox', value: message },
        ],
      })
    }),
  }),
  agent(
    'agent-playwright-mcp-script',
    'playwright-mcp with a window, a user agent of its own and a script that fills',
    {
      server: playwright,
      args: ({ variation: { userAgent } }) => [
        ...playwrightArgs,
        ...(userAgent === null ? [] : ['--user-agent', userAgent]),
      ],
      use: usePlaywright(async (call) => {
        await call('browser_evaluate', { function: `() => { ${setter} }` })
      }),
    },
  ),
  agent('agent-devtools-mcp', 'chrome-devtools-mcp, headless', {
    server: devtools,
    args: ({ profile }) => [...devtoolsArgs(profile), '--headless'],
    use: useDevtools(async (call, { emailRef, messageRef }) => {
      await call('fill', { pageId, uid: emailRef, value: email })
      await call('fill', { pageId, uid: messageRef, value: message })
    }),
  }),
  agent('agent-devtools-mcp-typing', 'chrome-devtools-mcp with a window: clicks a field and types', {
    server: devtools,
    args: ({ profile }) => devtoolsArgs(profile),
    use: useDevtools(async (call, { emailRef, messageRef }, { variation: { pace } }) => {
      for (const [uid, text] of [
        [emailRef, email],
        [messageRef, message],
      ] as const) {
        await call('click', { pageId, uid })
        await call('type_text', { pageId, text })
        await sleep(400 * pace)
      }
    }),
  }),
  agent('agent-puppeteer-mcp', "the protocol's own Puppeteer server, with a window", {
    server: '@modelcontextprotocol/server-puppeteer/dist/index.js',
    use: useSelectors('puppeteer', ({ url }) => ({
      url,
      launchOptions: { executablePath: chromiumPath, headless: false, args: [...chromiumFlags] },
      allowDangerous: true,
    })),
  }),
  agent('agent-playwright-server', "executeautomation's Playwright server, with a window", {
    server: '@executeautomation/playwright-mcp-server/dist/index.js',
    use: useSelectors('playwright', ({ url }) => ({ url, browserType: 'chromium', headless: false })),
  }),
]

const playwrightArgs = ['--isolated', '--no-sandbox', '--executable-path', chromiumPath] as const

function devtoolsArgs(profile: string): string[] {
  return [
    `--executablePath=${chromiumPath}`,
    `--userDataDir=${profile}/data`,
    '--no-usageStatistics',
    ...chromiumFlags.map((flag) => `--chromeArg=${flag}`),
  ]
}

const setter = `for (const [id, text] of [['email', ${JSON.stringify(email)}], ['message', ${JSON.stringify(message)}]]) {
  const field = document.getElementById(id); field.focus(); field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true })); field.dispatchEvent(new Event('change', { bubbles: true })) }`

interface Refs {
  readonly emailRef: string
  readonly messageRef: string
  readonly sendRef: string
}

/** What the snapshots of these tools call the fields, such as `textbox "Your message" [ref=e12]` or `uid=1_7 textbox "Your message"`. */
function refsIn(snapshot: string): Refs {
  const refOf = (name: RegExp) => {
    const line = snapshot.split('\n').find((text) => name.test(text))
    const ref = /\[ref=(\w+)\]|uid=([\w-]+)/u.exec(line ?? '')
    if (ref === null) throw new Error(`the snapshot shows no ${String(name)}:\n${snapshot.slice(0, 1500)}`)
    return ref[1] ?? ref[2] ?? ''
  }
  return {
    emailRef: refOf(/(?:textbox|input).*(?:e-mail|email)/iu),
    messageRef: refOf(/(?:textbox|textarea).*message/iu),
    sendRef: refOf(/button.*(?:Send|send)/u),
  }
}

/** Any of these tools' ways to say that the title is "done". */
function titleIn(text: string): string {
  return /Page Title: done|RootWebArea "done|\bdone\b/u.test(text) ? 'done' : ''
}

function usePlaywright(fill: (call: McpServer['call'], refs: Refs) => Promise<void>): Use {
  return async (call, { url, variation: { pace } }, deadline) => {
    await call('browser_navigate', { url })
    const refs = refsIn(await call('browser_snapshot'))
    await sleep(600 * pace)
    await fill(call, refs)
    await sleep(800 * pace)
    await call('browser_click', { element: 'Send', target: refs.sendRef })
    await untilDone(async () => titleIn(await call('browser_snapshot')), deadline)
  }
}

function useDevtools(fill: (call: McpServer['call'], refs: Refs, input: VisitInput) => Promise<void>): Use {
  return async (call, input, deadline) => {
    await call('navigate_page', { pageId, type: 'url', url: input.url })
    const refs = refsIn(await call('take_snapshot', { pageId }))
    await sleep(600 * input.variation.pace)
    await fill(call, refs, input)
    await sleep(800 * input.variation.pace)
    await call('click', { pageId, uid: refs.sendRef })
    await untilDone(async () => titleIn(await call('take_snapshot', { pageId })), deadline)
  }
}

function useSelectors(prefix: string, navigation: (input: VisitInput) => object): Use {
  return async (call, input, deadline) => {
    await call(`${prefix}_navigate`, navigation(input))
    await sleep(600 * input.variation.pace)
    await call(`${prefix}_fill`, { selector: '#email', value: email })
    await call(`${prefix}_fill`, { selector: '#message', value: message })
    await sleep(800 * input.variation.pace)
    await call(`${prefix}_click`, { selector: '#send' })
    await untilDone(async () => titleIn(await call(`${prefix}_evaluate`, { script: 'document.title' })), deadline)
  }
}

function agent(id: string, describe: string, { server, args, use }: Agent): Visitor {
  return {
    id,
    describe,
    kind: 'bot',
    class: 'agents',
    stack: 'mcp',
    half: 'seen',
    visit: (input) =>
      runSession<McpServer>({
        signal: input.signal,
        open: () =>
          startMcpServer(
            [fileURLToPath(new URL(`../node_modules/${server}`, import.meta.url)), ...(args?.(input) ?? [])],
            {
              cwd: input.profile,
              env: {
                ...process.env,
                DISPLAY: input.display,
                HOME: input.profile,
                CHROME_EXECUTABLE_PATH: chromiumPath,
                ALLOW_DANGEROUS: 'true',
              },
            },
          ),
        close: ({ child }) => endGroup(child),
        use: ({ call }, deadline) => use(call, input, deadline),
      }),
  }
}
