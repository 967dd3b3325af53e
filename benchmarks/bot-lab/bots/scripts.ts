import { gotScraping } from 'got-scraping'
import { Impit } from 'impit'
import { fetch as undiciFetch } from 'undici'
import { createSession } from 'wreq-js'
import type { VisitInput, Visitor } from '../visitor.ts'
import { chromeOn, chromiumMajor } from './launch-paths.ts'
import { allClean, drawn, type MadeUp, noise, possiblyClean, replayed, replayedAnew } from './made-up-verdicts.ts'
import { type Client, runScript } from './script-protocol.ts'
import { runSession } from './session.ts'

interface OpenedClient {
  readonly client: Client
  close?(): unknown
}

/** No browser at all: HTTP clients that know the widget's protocol and do the work. */
export const scriptBots: readonly Visitor[] = [
  bot('script-undici', 'undici as it is, without findings', openUndici({})),
  bot(
    'script-undici-headers',
    "undici with a real Chrome's headers and forged findings",
    openUndici(chromeHeaders),
    noise,
  ),
  bot(
    'script-got-scraping',
    'got-scraping, whose headers and TLS look like a browser, with forged findings',
    openGotScraping,
    noise,
  ),
  bot('script-impit', 'impit, which looks like Chrome on the wire, without findings', openImpit),
  bot('script-wreq', 'wreq-js, which looks like Chrome on the wire, with forged findings', openWreq, noise),
  bot('script-clean', 'undici as it is: every check ran and none found anything', openUndici({}), allClean),
  bot(
    'script-clean-headers',
    "undici with a real Chrome's headers: every check ran and none found anything",
    openUndici(chromeHeaders),
    allClean,
  ),
  bot(
    'script-possibly-clean',
    "undici with a real Chrome's headers: what runs for people ran, and found nothing",
    openUndici(chromeHeaders),
    possiblyClean,
  ),
  bot('script-drawn', "undici with a real Chrome's headers and findings by lot", openUndici(chromeHeaders), drawn),
  bot(
    'script-replayed',
    "undici with a real Chrome's headers and a person's verdicts, sealed anew",
    openUndici(chromeHeaders),
    replayed,
  ),
  bot(
    'script-impit-replayed',
    "impit, which looks like Chrome on the wire, with a person's verdicts",
    openImpit,
    replayedAnew,
  ),
  bot('script-wreq-clean', 'wreq-js, which looks like Chrome on the wire, finding nothing', openWreq, possiblyClean),
  bot(
    'script-got-drawn',
    'got-scraping, whose headers look like a browser, with findings by lot',
    openGotScraping,
    drawn,
  ),
]

function bot(
  id: string,
  describe: string,
  open: (input: VisitInput) => Promise<OpenedClient>,
  collected?: MadeUp,
): Visitor {
  return {
    id,
    class: 'protocol',
    half: 'seen',
    describe,
    kind: 'bot',
    stack: 'script',
    visit: (input) =>
      runSession<OpenedClient>({
        signal: input.signal,
        open: () => open(input),
        close: (opened) => opened.close?.(),
        use: ({ client }, signal) =>
          runScript({
            client,
            url: input.url,
            pace: input.variation.pace,
            signal,
            ...(collected === undefined ? {} : { collected }),
          }),
      }),
  }
}

function chromeHeaders({ variation }: VisitInput): Record<string, string> {
  return {
    'user-agent': variation.userAgent ?? chromeOn('windows'),
    accept: '*/*',
    'accept-language': 'en-US,en;q=0.9',
    'sec-ch-ua': `"Chromium";v="${chromiumMajor()}", "Google Chrome";v="${chromiumMajor()}", "Not.A/Brand";v="24"`,
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': '"Windows"',
    'sec-fetch-site': 'same-site',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
  }
}

function openUndici(
  extra: Record<string, string> | ((input: VisitInput) => Record<string, string>),
): (input: VisitInput) => Promise<OpenedClient> {
  return async (input) => {
    const own = typeof extra === 'function' ? extra(input) : extra
    return {
      client: async ({ method, url, headers, body }) =>
        (
          await undiciFetch(url, {
            method,
            headers: { ...own, ...headers },
            signal: input.signal,
            ...(body === undefined ? {} : { body }),
          })
        ).text(),
    }
  }
}

async function openGotScraping(): Promise<OpenedClient> {
  return {
    client: async ({ method, url, headers = {}, body }) => {
      const headerGeneratorOptions = {
        browsers: ['chrome' as const],
        devices: ['desktop' as const],
        operatingSystems: ['windows' as const],
      }
      const { body: text } = await gotScraping({
        method,
        url,
        headers,
        headerGeneratorOptions,
        throwHttpErrors: false,
        retry: { limit: 0 },
        ...(body === undefined ? {} : { body }),
      })
      return String(text)
    },
  }
}

async function openImpit(): Promise<OpenedClient> {
  const impit = new Impit({ browser: 'chrome' })
  return {
    client: async ({ method, url, headers = {}, body }) =>
      (await impit.fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })).text(),
  }
}

async function openWreq(): Promise<OpenedClient> {
  const session = await createSession({ browser: 'chrome' })
  return {
    client: async ({ method, url, headers = {}, body }) =>
      (await session.fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })).text(),
    close: () => session.close(),
  }
}
