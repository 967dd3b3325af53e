import { RecentMap } from './recent-map.ts'
import { createTeachers, type Teacher } from './teachers.ts'

/** Where the answer to a program comes from: an operator's own browser, or visitors who agreed. */
export type Source = 'SEEDED' | 'LEARNED'

export interface KnownProgram {
  readonly program: number
  readonly answer: number
  readonly source: Source
  /** To how many more networks it is shown before it is retired. */
  readonly usesLeft: number
}

export interface AnsweredProgram {
  readonly program: number
  readonly answer: number
  /** Undefined where the right answer is not known. */
  readonly source: Source | undefined
  readonly right: boolean | undefined
}

interface BankOptions {
  /** 32 random bits. */
  readonly random: () => number
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** What other processes must know: a use, the end of a program, a new one. */
  readonly onUse?: (program: number) => void
  readonly onRetire?: (program: number) => void
  readonly onLearn?: (learned: KnownProgram) => void
}

export interface Bank {
  /** How many programs with known answers are in use. */
  readonly size: (source: Source) => number
  /** Takes up a program whose answer is known; one that is known already stays as it is, with the fewer uses. */
  add(known: KnownProgram): void
  /** Ends a program that another process has ended. */
  retire(program: number): void
  /** Ends all learned programs, and those that are being learned. */
  forgetLearned(): void
  /**
   * Two programs for one challenge in random order, at least one of them with a known answer; null when none is known. `seeded` asks
   * for one of the operator's. One network is shown only so many new ones in an hour, and then those again.
   */
  draw(network: string, seeded: boolean): readonly [number, number] | null
  /** What two answers are worth; null when nobody knows either program any more. */
  judge(programs: readonly number[], answers: readonly number[]): AnsweredProgram[] | null
  /** An answer of a trustworthy visitor to a program that nobody knows. */
  learn(answered: AnsweredProgram, teacher: Teacher): void
  /**
   * Another answer than the known one, from a visitor against whom nothing else speaks and who got another program right. When a
   * second visitor of another network and operator gives the same answer, engines differ or the program was poisoned: it is ended.
   * Returns whether that happened. Of each network and operator one answer counts.
   */
  dissent(answered: AnsweredProgram, network: string, operator: number): boolean
}

/** Networks that see a program before it is retired: enough to be worth its making, too few to be worth a table. */
export const usesOfProgram = 12
/** As many are kept in use however often they were seen: a floor under those who would use the bank up. */
export const reserve = 32
/** New programs that one network is shown in an hour. */
export const freshInAnHour = 24
/** Agreeing votes that make an answer known, and from how many engines. */
export const votesNeeded = 4
const enginesNeeded = 2
/** With so many votes of one engine it waits for another one. */
const votesMax = 12
/** Programs being learned at a time. */
const openAtOnce = 128
const programsMax = 4_096
const networksMax = 10_000
const hourMs = 3_600_000
/** A challenge can be answered some time after its program was retired. */
const rememberedMs = 30 * 60_000

interface Entry {
  readonly program: number
  readonly answer: number
  readonly source: Source
  usesLeft: number
  /** Where it lies in its list; -1 when it is retired. */
  at: number
  retiredAt: number
}

interface Open {
  readonly program: number
  answer: number
  readonly votes: Teacher[]
}

/**
 * Programs with known answers and programs that are about to be known. In memory, without I/O; every operation takes constant time. The
 * learning rule and what poisoning costs are in decision 0045.
 */
export function createBank(options: BankOptions): Bank {
  const { random, now } = options
  const lists: Record<Source, Entry[]> = { SEEDED: [], LEARNED: [] }
  const entries = new Map<number, Entry>()
  const open: Open[] = []
  const openByProgram = new Map<number, number>()
  const shown = new RecentMap<string, { hour: number; readonly SEEDED: number[]; readonly LEARNED: number[] }>(
    networksMax,
  )
  const dissents = new RecentMap<number, { answer: number; network: string; operator: number }[]>(programsMax)
  const teachers = createTeachers(now)

  function take(entry: Entry): void {
    const list = lists[entry.source]
    entry.at = list.length
    list.push(entry)
  }
  function end(entry: Entry): void {
    const list = lists[entry.source]
    const last = list.pop()
    if (last !== undefined && last !== entry) {
      list[entry.at] = last
      last.at = entry.at
    }
    entry.at = -1
    entry.retiredAt = now()
  }
  /** Those that were retired long ago are forgotten first; beyond the most, so are the oldest. */
  function makeRoom(): void {
    if (entries.size < 2 * programsMax) return
    const before = now() - rememberedMs
    for (const [program, { at, retiredAt }] of entries) if (at < 0 && retiredAt < before) entries.delete(program)
    for (const [program, { at }] of entries) {
      if (entries.size < 2 * programsMax) break
      if (at < 0) entries.delete(program)
    }
  }
  function isWorn({ usesLeft, source }: Entry): boolean {
    return usesLeft === 0 && (source === 'LEARNED' || lists.SEEDED.length > reserve)
  }
  function fresh(): Open {
    let program = random()
    while (entries.has(program) || openByProgram.has(program)) program = random()
    return { program, answer: 0, votes: [] }
  }
  function reopen(at: number): void {
    const former = open[at]
    if (former) openByProgram.delete(former.program)
    const next = fresh()
    open[at] = next
    openByProgram.set(next.program, at)
  }
  function drawKnown(network: string, source: Source): number | undefined {
    const list = lists[source]
    if (list.length === 0) return undefined
    const hour = Math.floor(now() / hourMs)
    let own = shown.get(network)
    if (own === undefined || own.hour !== hour) {
      own = { hour, SEEDED: [], LEARNED: [] }
      shown.set(network, own)
    }
    const seen = own[source]
    if (seen.length >= freshInAnHour) {
      const program = seen[random() % seen.length]
      if (program !== undefined && (entries.get(program)?.at ?? -1) >= 0) return program
    }
    const entry = list[random() % list.length]
    if (entry === undefined) return undefined
    if (seen.length >= freshInAnHour) seen[random() % seen.length] = entry.program
    else if (!seen.includes(entry.program)) seen.push(entry.program)
    else return entry.program
    if (entry.usesLeft > 0) {
      entry.usesLeft--
      options.onUse?.(entry.program)
    }
    if (isWorn(entry)) {
      end(entry)
      options.onRetire?.(entry.program)
    }
    return entry.program
  }

  return {
    size: (source) => lists[source].length,
    add({ program, answer, source, usesLeft }) {
      const known = entries.get(program)
      if (known !== undefined) {
        known.usesLeft = Math.min(known.usesLeft, usesLeft)
        return
      }
      if (lists[source].length >= programsMax) return
      makeRoom()
      const at = openByProgram.get(program)
      if (at !== undefined) reopen(at)
      const entry = { program, answer, source, usesLeft, at: -1, retiredAt: 0 }
      entries.set(program, entry)
      take(entry)
      // New ones take the place of those that were only kept for want of others.
      if (source === 'SEEDED')
        for (const worn of lists.SEEDED.filter((one) => one.usesLeft === 0)) {
          if (!isWorn(worn)) break
          end(worn)
          options.onRetire?.(worn.program)
        }
    },
    retire(program) {
      const entry = entries.get(program)
      if (entry !== undefined && entry.at >= 0) end(entry)
    },
    forgetLearned() {
      for (const entry of lists.LEARNED.slice()) {
        end(entry)
        entries.delete(entry.program)
        options.onRetire?.(entry.program)
      }
      for (let at = 0; at < open.length; at++) reopen(at)
    },
    draw(network, seeded) {
      const enough = lists.LEARNED.length >= reserve
      const first = seeded || !enough ? 'SEEDED' : 'LEARNED'
      const known = drawKnown(network, first) ?? drawKnown(network, first === 'SEEDED' ? 'LEARNED' : 'SEEDED')
      if (known === undefined) return null
      // What visitors have taught is measured beside what the operator knows, before anybody is held to it.
      let other = random() % 4 === 0 ? drawKnown(network, 'LEARNED') : undefined
      if (other === undefined || other === known) {
        const at = random() % openAtOnce
        while (open.length <= at) reopen(open.length)
        other = open[at]?.program ?? random()
      }
      return random() % 2 === 0 ? [known, other] : [other, known]
    },
    judge(programs, answers) {
      const judged = programs.map((program, n): AnsweredProgram => {
        const answer = answers[n] ?? 0
        const entry = entries.get(program)
        const isKnown = entry !== undefined && (entry.at >= 0 || now() - entry.retiredAt < rememberedMs)
        return isKnown
          ? { program, answer, source: entry.source, right: entry.answer === answer }
          : { program, answer, source: undefined, right: undefined }
      })
      return judged.some(({ source }) => source !== undefined) ? judged : null
    },
    learn({ program, answer }, teacher) {
      const at = openByProgram.get(program)
      const learning = at === undefined ? undefined : open[at]
      if (at === undefined || learning === undefined) return
      if (learning.votes.some(({ network, operator }) => network === teacher.network || operator === teacher.operator))
        return
      if (!teachers.take(teacher)) return
      // Any dissent: nobody learns it, since a majority can be bought.
      if (learning.votes.length > 0 && learning.answer !== answer) return reopen(at)
      learning.answer = answer
      if (learning.votes.length < votesMax || !learning.votes.some(({ engine }) => engine === teacher.engine))
        learning.votes.push(teacher)
      const engines = new Set(learning.votes.map(({ engine }) => engine))
      if (learning.votes.length < votesNeeded || engines.size < enginesNeeded) return
      reopen(at)
      if (lists.LEARNED.length >= programsMax) return
      const learned = { program, answer, source: 'LEARNED', usesLeft: usesOfProgram } as const
      this.add(learned)
      options.onLearn?.(learned)
    },
    dissent({ program, answer, source, right }, network, operator) {
      const entry = entries.get(program)
      if (source === undefined || right !== false || entry === undefined) return false
      const before = dissents.get(program) ?? []
      const agrees = before.some((one) => one.answer === answer && one.network !== network && one.operator !== operator)
      if (agrees) {
        dissents.delete(program)
        if (entry.at >= 0) {
          end(entry)
          options.onRetire?.(program)
        }
        entries.delete(program)
        return true
      }
      // One of each network and operator, or a single one would leave no room for the others' answers.
      const isNew = !before.some((one) => one.network === network || one.operator === operator)
      if (isNew && before.length < votesMax) before.push({ answer, network, operator })
      dissents.set(program, before)
      return false
    },
  }
}
