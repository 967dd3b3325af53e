import { readFileSync, writeFileSync } from 'node:fs'
import { type Language, languages } from '@bollard/i18n'
import { type KindName, kindNames } from './kinds.ts'
import { type CellRun, type Cost, type CostOfBatch, median, type Result } from './results.ts'
import type { Direct } from './write-directly.ts'

interface Words {
  readonly head: readonly string[]
  readonly kinds: Readonly<Record<KindName, string>>
  readonly seconds: (text: string) => string
  readonly tokens: (accepted: string, tried: string) => string
  readonly untold: (count: string) => string
  readonly direct: (acknowledged: string, after: string, lost: string) => string
  readonly cost: (found: Readonly<Record<'batch' | 'ratio' | 'single' | 'primary' | 'standby', string>>) => string
  readonly idle: (single: string, primary: string) => string
  readonly cells: (found: Readonly<Record<'times' | 'gap' | 'answers' | 'calm' | 'repeated', string>>) => string
  readonly versions: (list: string) => string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    head: [
      'what died',
      'times',
      'acknowledged answers',
      'lost',
      'tokens accepted twice',
      'median pause',
      'worst pause',
    ],
    kinds: {
      primary: "the primary's host",
      postgresql: "the primary's PostgreSQL alone",
      standby: "a standby's host",
      hang: "the primary's Patroni, frozen",
      pause: "the primary's host, paused",
      freeze: "a standby's PostgreSQL, frozen",
      stop: 'nothing: `systemctl stop patroni` on the primary',
      switchover: 'nothing: `patronictl switchover`',
      edge: 'an edge',
      haproxy: 'HAProxy',
    },
    seconds: (text) => `${text} s`,
    tokens: (accepted, tried) => `Tokens of widgets that gave up meanwhile: ${accepted} of ${tried} accepted.`,
    untold: (count) => `Answers that were stored and never told: ${count}.`,
    direct: (acknowledged, after, lost) =>
      `Clients that wrote directly to a primary whose Patroni was frozen: ${acknowledged} commits acknowledged, ${after} of them after another host had taken over, ${lost} lost.`,
    cost: ({ batch, ratio, single, primary, standby }) =>
      `Written in batches of ${batch}, a verification with its token costs the primary ${primary} µs of CPU, ${single} µs without standbys (ratio ${ratio}), and each standby ${standby} µs.`,
    idle: (single, primary) =>
      `Without visitors the primary takes ${primary} ms of CPU a second, ${single} ms without Patroni and standbys.`,
    cells: ({ times, gap, answers, calm, repeated }) =>
      `Two cells: the host of one's primary died ${times} times, and its answers paused for ${gap} at most. The other cell acknowledged ${answers} answers meanwhile, ${calm} in as much time before, and ${repeated} of its calls failed.`,
    versions: (list) => `Versions: ${list}.`,
  },
  de: {
    head: [
      'was ausfiel',
      'Male',
      'bestätigte Antworten',
      'verloren',
      'Token zweimal angenommen',
      'mittlere Pause',
      'längste Pause',
    ],
    kinds: {
      primary: 'der Rechner des Hauptservers',
      postgresql: 'nur das PostgreSQL des Hauptservers',
      standby: 'der Rechner eines Standbys',
      hang: 'das Patroni des Hauptservers, eingefroren',
      pause: 'der Rechner des Hauptservers, angehalten',
      freeze: 'das PostgreSQL eines Standbys, eingefroren',
      stop: 'nichts: `systemctl stop patroni` auf dem Hauptserver',
      switchover: 'nichts: `patronictl switchover`',
      edge: 'ein Edge',
      haproxy: 'HAProxy',
    },
    seconds: (text) => `${text} s`,
    tokens: (accepted, tried) => `Token von Widgets, die derweil aufgaben: ${accepted} von ${tried} angenommen.`,
    untold: (count) => `Antworten, die gespeichert wurden und von denen niemand erfuhr: ${count}.`,
    direct: (acknowledged, after, lost) =>
      `Clients, die direkt auf einen Hauptserver mit eingefrorenem Patroni schrieben: ${acknowledged} Commits bestätigt, davon ${after} nach der Übernahme durch einen anderen Rechner, ${lost} verloren.`,
    cost: ({ batch, ratio, single, primary, standby }) =>
      `In Stapeln von ${batch} geschrieben, kostet eine Prüfung mit ihrem Token den Hauptserver ${primary} µs CPU, ohne Standbys ${single} µs (Verhältnis ${ratio}), und jeden Standby ${standby} µs.`,
    idle: (single, primary) =>
      `Ohne Besucher braucht der Hauptserver ${primary} ms CPU je Sekunde, ohne Patroni und Standbys ${single} ms.`,
    cells: ({ times, gap, answers, calm, repeated }) =>
      `Zwei Zellen: ${times}-mal fiel der Rechner des Hauptservers der einen aus, ihre Antworten pausierten höchstens ${gap}. Die andere bestätigte derweil ${answers} Antworten, ${calm} in ebenso langer Zeit davor, und ${repeated} ihrer Aufrufe schlugen fehl.`,
    versions: (list) => `Versionen: ${list}.`,
  },
  es: {
    head: [
      'qué falló',
      'veces',
      'respuestas confirmadas',
      'perdidas',
      'tokens aceptados dos veces',
      'pausa mediana',
      'pausa más larga',
    ],
    kinds: {
      primary: 'el host del primario',
      postgresql: 'solo el PostgreSQL del primario',
      standby: 'el host de un standby',
      hang: 'el Patroni del primario, congelado',
      pause: 'el host del primario, pausado',
      freeze: 'el PostgreSQL de un standby, congelado',
      stop: 'nada: `systemctl stop patroni` en el primario',
      switchover: 'nada: `patronictl switchover`',
      edge: 'un edge',
      haproxy: 'HAProxy',
    },
    seconds: (text) => `${text} s`,
    tokens: (accepted, tried) => `Tokens de widgets que desistieron entretanto: ${accepted} de ${tried} aceptados.`,
    untold: (count) => `Respuestas que se guardaron sin que nadie lo supiera: ${count}.`,
    direct: (acknowledged, after, lost) =>
      `Clientes que escribían directamente en un primario con Patroni congelado: ${acknowledged} commits confirmados, ${after} de ellos después de que otro host tomara el relevo, ${lost} perdidos.`,
    cost: ({ batch, ratio, single, primary, standby }) =>
      `Escrita en lotes de ${batch}, una verificación con su token cuesta al primario ${primary} µs de CPU, ${single} µs sin standbys (proporción ${ratio}), y a cada standby ${standby} µs.`,
    idle: (single, primary) =>
      `Sin visitantes, el primario consume ${primary} ms de CPU por segundo, ${single} ms sin Patroni ni standbys.`,
    cells: ({ times, gap, answers, calm, repeated }) =>
      `Dos celdas: el host del primario de una falló ${times} veces y sus respuestas se interrumpieron ${gap} como máximo. La otra confirmó entretanto ${answers} respuestas, ${calm} en el mismo tiempo anterior, y fallaron ${repeated} de sus llamadas.`,
    versions: (list) => `Versiones: ${list}.`,
  },
  fr: {
    head: [
      'ce qui est tombé',
      'fois',
      'réponses confirmées',
      'perdues',
      'tokens acceptés deux fois',
      'pause médiane',
      'pause la plus longue',
    ],
    kinds: {
      primary: 'l’hôte du primaire',
      postgresql: 'le PostgreSQL du primaire seul',
      standby: 'l’hôte d’un standby',
      hang: 'le Patroni du primaire, figé',
      pause: 'l’hôte du primaire, mis en pause',
      freeze: 'le PostgreSQL d’un standby, figé',
      stop: 'rien\u00a0: `systemctl stop patroni` sur le primaire',
      switchover: 'rien\u00a0: `patronictl switchover`',
      edge: 'un edge',
      haproxy: 'HAProxy',
    },
    seconds: (text) => `${text} s`,
    tokens: (accepted, tried) => `Tokens de widgets qui ont renoncé entre-temps : ${accepted} sur ${tried} acceptés.`,
    untold: (count) => `Réponses enregistrées sans que personne ne l’apprenne : ${count}.`,
    direct: (acknowledged, after, lost) =>
      `Clients qui écrivaient directement sur un primaire au Patroni figé\u00a0: ${acknowledged} commits confirmés, dont ${after} après la prise de relais par un autre hôte, ${lost} perdus.`,
    cost: ({ batch, ratio, single, primary, standby }) =>
      `Écrite par lots de ${batch}, une vérification avec son token coûte au primaire ${primary} µs de CPU, ${single} µs sans standby (rapport ${ratio}), et à chaque standby ${standby} µs.`,
    idle: (single, primary) =>
      `Sans visiteurs, le primaire consomme ${primary} ms de CPU par seconde, ${single} ms sans Patroni ni standby.`,
    cells: ({ times, gap, answers, calm, repeated }) =>
      `Deux cellules : l’hôte du primaire de l’une est tombé ${times} fois, ses réponses se sont interrompues ${gap} au plus. L’autre a confirmé entre-temps ${answers} réponses, ${calm} dans le même temps auparavant, et ${repeated} de ses appels ont échoué.`,
    versions: (list) => `Versions\u00a0: ${list}.`,
  },
  it: {
    head: [
      'che cosa si è guastato',
      'volte',
      'risposte confermate',
      'perse',
      'token accettati due volte',
      'pausa mediana',
      'pausa più lunga',
    ],
    kinds: {
      primary: 'l’host del primario',
      postgresql: 'solo il PostgreSQL del primario',
      standby: 'l’host di uno standby',
      hang: 'il Patroni del primario, congelato',
      pause: 'l’host del primario, in pausa',
      freeze: 'il PostgreSQL di uno standby, congelato',
      stop: 'nulla: `systemctl stop patroni` sul primario',
      switchover: 'nulla: `patronictl switchover`',
      edge: 'un edge',
      haproxy: 'HAProxy',
    },
    seconds: (text) => `${text} s`,
    tokens: (accepted, tried) =>
      `Token di widget che nel frattempo hanno rinunciato: ${accepted} su ${tried} accettati.`,
    untold: (count) => `Risposte salvate senza che nessuno lo sapesse: ${count}.`,
    direct: (acknowledged, after, lost) =>
      `Client che scrivevano direttamente su un primario con Patroni congelato: ${acknowledged} commit confermati, di cui ${after} dopo il subentro di un altro host, ${lost} persi.`,
    cost: ({ batch, ratio, single, primary, standby }) =>
      `Scritta in lotti di ${batch}, una verifica con il suo token costa al primario ${primary} µs di CPU, ${single} µs senza standby (rapporto ${ratio}), e a ogni standby ${standby} µs.`,
    idle: (single, primary) =>
      `Senza visitatori il primario usa ${primary} ms di CPU al secondo, ${single} ms senza Patroni e standby.`,
    cells: ({ times, gap, answers, calm, repeated }) =>
      `Due celle: l’host del primario di una si è guastato ${times} volte e le sue risposte si sono interrotte per ${gap} al massimo. L’altra ha confermato nel frattempo ${answers} risposte, ${calm} nello stesso tempo di prima, e ${repeated} delle sue chiamate sono fallite.`,
    versions: (list) => `Versioni: ${list}.`,
  },
}

/** The table of the operator's page, in Markdown. */
export function tableOf(result: Result, language: Language): string {
  const { head, kinds: names, seconds, tokens, untold, direct, cost, idle, cells: beside, versions } = words[language]
  const number = (value: number, digits = 0) =>
    value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const inSeconds = (ms: number) => seconds(number(ms / 1_000, 1))
  const measured = kindNames.flatMap((kind) => {
    const found = result.kinds[kind]
    return found === undefined ? [] : [{ kind, found }]
  })
  const lines = measured.map(({ kind, found: { times, answers, lost, acceptedTwice, gapMs } }) => {
    const cells = [names[kind], number(times), number(answers), number(lost), number(acceptedTwice)]
    return `| ${[...cells, inSeconds(gapMs.median), inSeconds(gapMs.worst)].join(' | ')} |`
  })
  const sum = (of: (found: (typeof measured)[number]['found']) => number) =>
    measured.reduce((total, { found }) => total + of(found), 0)
  const notes = [
    tokens(number(sum((one) => one.failoverTokens.accepted)), number(sum((one) => one.failoverTokens.tried))),
    untold(number(sum((one) => one.untold))),
    ...measured.flatMap(({ found }) => (found.direct === undefined ? [] : [directOf(found.direct)])),
    ...(result.cost === null ? [] : [...result.cost.batches.map(costOf), idleOf(result.cost)]),
    ...(result.cells === null ? [] : [besideOf(result.cells.runs)]),
    versions(
      `PostgreSQL ${result.versions.postgres}, Patroni ${result.versions.patroni}, etcd ${result.versions.etcd}, HAProxy ${result.versions.haproxy}`,
    ),
  ]
  return [
    `| ${head.join(' | ')} |`,
    '| --- | --: | --: | --: | --: | --: | --: |',
    ...lines,
    '',
    notes.map((note) => `- ${note}`).join('\n'),
  ].join('\n')

  function besideOf(runs: readonly CellRun[]): string {
    const total = (of: (run: CellRun) => number) => number(runs.reduce((all, run) => all + of(run), 0))
    return beside({
      times: number(runs.length),
      gap: inSeconds(Math.max(...runs.map(({ gapMs }) => gapMs))),
      answers: total(({ besideAnswers }) => besideAnswers),
      calm: total(({ besideCalmAnswers }) => besideCalmAnswers),
      repeated: total(({ besideRepeated }) => besideRepeated),
    })
  }
  function directOf({ acknowledged, afterTakeover, lost }: Direct): string {
    return direct(number(acknowledged), number(afterTakeover), number(lost))
  }
  function costOf({ batch, ratio, single, primary, standby }: CostOfBatch): string {
    return cost({
      batch: number(batch),
      ratio: number(ratio, 2),
      single: number(median(single)),
      primary: number(median(primary)),
      standby: number(median(standby)),
    })
  }
  function idleOf({ idle: { single, primary } }: Cost): string {
    return idle(number(single / 1_000, 1), number(primary / 1_000, 1))
  }
}

const marked = /(\{\/\* failover[^}]*\*\/\}\n\n)[\s\S]*?(\n?\{\/\* \/failover \*\/\})/u
const pageOf = (language: Language) =>
  new URL(`../../content/${language}/docs/operate/high-availability.mdx`, import.meta.url)

/** What stands between the markers of the page. */
export function writtenTable(language: Language): string {
  const [all, begin = '', end = ''] = marked.exec(readFileSync(pageOf(language), 'utf8')) ?? []
  if (all === undefined)
    throw new Error(`content/${language}/docs/operate/high-availability.mdx has no place for the table`)
  return all.slice(begin.length, -end.length).trimEnd()
}

/** Puts the tables into the pages. */
export function writeTables(result: Result): void {
  for (const language of languages) {
    const page = pageOf(language)
    const table = tableOf(result, language)
    const text = readFileSync(page, 'utf8')
    writeFileSync(
      page,
      text.replace(marked, (_all, begin: string) => `${begin}${table}\n\n{/* /failover */}`),
    )
  }
}
