import { readFileSync, writeFileSync } from 'node:fs'
import { type Language, languages } from '@bollard/i18n'
import { z } from 'zod'
import { fillIn } from '../attack-cost/fill-in.ts'

export const limitNames = ['cheapChallenges', 'loggedWrongAnswers', 'loggedRefusals'] as const
export const onceNames = ['signature', 'token'] as const

const resultSchema = z.object({
  processes: z.int(),
  limits: z.array(z.object({ limit: z.enum(limitNames), one: z.number(), many: z.number(), ratio: z.number() })),
  once: z.array(z.object({ what: z.enum(onceNames), one: z.int(), many: z.int() })),
})
export type Result = z.infer<typeof resultSchema>

export const resultFile = new URL('../results/processes.json', import.meta.url)

/** What was stored. Throws when it is not complete. */
export function readResult(): Result {
  return resultSchema.parse(JSON.parse(readFileSync(resultFile, 'utf8')))
}

/** What passed of calls, and how much at most the limit allows in the time that they took. */
type Passed = Readonly<Record<'asked' | 'passed' | 'most', number>>
type PassedByLimit = Readonly<Record<'pageAnswers' | 'messages' | 'calls' | 'failedSignIns', Passed>>

/** What `run-calls.ts` stores. */
export interface CallsResult {
  readonly processes: number
  readonly one: PassedByLimit
  readonly many: PassedByLimit
}

export const callsFile = new URL('../results/process-calls.json', import.meta.url)

interface Words {
  readonly head: readonly [what: string, one: string, many: (processes: number) => string]
  readonly limits: Readonly<Record<(typeof limitNames)[number], string>>
  readonly once: Readonly<Record<(typeof onceNames)[number], string>>
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    head: ['measured', '1 edge', (processes) => `${processes} edges`],
    limits: {
      cheapChallenges: 'challenges at the usual work, of 90 that one network asks for in half a minute',
      loggedWrongAnswers: 'rows of the log, by 60 wrong answers of one network in half a minute',
      loggedRefusals: 'rows of the log, by 1,200 visitors in half a minute whom a rule blocks',
    },
    once: {
      signature: 'visitors who pass by one caught signature of a bot, sent to all at once',
      token: 'times that one caught token is accepted, sent to all at once',
    },
  },
  de: {
    head: ['gemessen', '1 Edge', (processes) => `${processes} Edges`],
    limits: {
      cheapChallenges: 'Aufgaben mit üblicher Arbeit, von 90, die ein Netz in einer halben Minute verlangt',
      loggedWrongAnswers: 'Zeilen im Log durch 60 falsche Antworten eines Netzes in einer halben Minute',
      loggedRefusals: 'Zeilen im Log durch 1.200 Besucher in einer halben Minute, die eine Regel blockiert',
    },
    once: {
      signature: 'Besucher, die mit einer abgefangenen Signatur eines Bots durchkommen, an alle zugleich gesendet',
      token: 'wie oft ein abgefangenes Token angenommen wird, an alle zugleich gesendet',
    },
  },
  es: {
    head: ['medido', '1 edge', (processes) => `${processes} edges`],
    limits: {
      cheapChallenges: 'desafíos con el trabajo habitual, de 90 que una red pide en medio minuto',
      loggedWrongAnswers: 'filas del registro por 60 respuestas erróneas de una red en medio minuto',
      loggedRefusals: 'filas del registro por 1200 visitantes en medio minuto a los que bloquea una regla',
    },
    once: {
      signature: 'visitantes que pasan con una firma de bot interceptada, enviada a todos a la vez',
      token: 'veces que se acepta un token interceptado, enviado a todos a la vez',
    },
  },
  fr: {
    head: ['mesuré', '1 edge', (processes) => `${processes} edges`],
    limits: {
      cheapChallenges: 'défis au calcul habituel, sur 90 qu’un réseau demande en une demi-minute',
      loggedWrongAnswers: 'lignes du journal dues à 60 réponses fausses d’un réseau en une demi-minute',
      loggedRefusals: 'lignes du journal dues à 1\u202f200 visiteurs en une demi-minute qu’une règle bloque',
    },
    once: {
      signature: 'visiteurs qui passent avec une signature de bot interceptée, envoyée à tous à la fois',
      token: 'nombre de fois qu’un token intercepté est accepté, envoyé à tous à la fois',
    },
  },
  it: {
    head: ['misurato', '1 edge', (processes) => `${processes} edge`],
    limits: {
      cheapChallenges: 'sfide con il calcolo abituale, su 90 che una rete chiede in mezzo minuto',
      loggedWrongAnswers: 'righe del log per 60 risposte errate di una rete in mezzo minuto',
      loggedRefusals: 'righe del log per 1200 visitatori in mezzo minuto bloccati da una regola',
    },
    once: {
      signature: 'visitatori che passano con una firma di bot intercettata, inviata a tutti insieme',
      token: 'volte in cui un token intercettato viene accettato, inviato a tutti insieme',
    },
  },
}

/** The table of the operator's page, in Markdown. */
export function tableOf({ processes, limits, once }: Result, language: Language): string {
  const { head, ...names } = words[language]
  const [what, one, many] = head
  return [
    `| ${what} | ${one} | ${many(processes)} |`,
    '| --- | --: | --: |',
    ...limits.map((found) => `| ${names.limits[found.limit]} | ${found.one} | ${found.many} |`),
    ...once.map((found) => `| ${names.once[found.what]} | ${found.one} | ${found.many} |`),
  ].join('\n')
}

/** The operator's page in a language. */
export const pageOf = (language: Language) =>
  new URL(`../../content/${language}/docs/operate/many-machines.mdx`, import.meta.url)

/** Puts the tables into the pages. */
export function writeTables(result: Result): void {
  for (const language of languages) {
    const page = pageOf(language)
    writeFileSync(page, fillIn(readFileSync(page, 'utf8'), 'processes', tableOf(result, language)))
  }
}
