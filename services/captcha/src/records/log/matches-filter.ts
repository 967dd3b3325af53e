import { BlockList } from 'node:net'
import type { LogFilter, Verification } from '@bollard/contracts'
import { networkAsked, outcomesOf, scoreRange } from './log-filter.ts'

/** Whether a verification fits a filter, exactly as the search in the database decides it. */
export type FilterMatch = (verification: Verification) => boolean

type Check = (verification: Verification) => boolean

/** Makes a filter ready to look at many verifications in memory, as the live view does. */
export function compileFilter(filter: LogFilter): FilterMatch {
  const checks: Check[] = []
  const add = <T>(wanted: T | undefined, check: (verification: Verification, wanted: T) => boolean): void => {
    if (wanted !== undefined) checks.push((verification) => check(verification, wanted))
  }
  add(outcomesOf(filter) ?? undefined, (v, outcomes) => outcomes.includes(v.outcome))
  add(filter.environmentId?.toLowerCase(), (v, id) => v.environment?.id === id)
  add(filter.country, (v, country) => v.country === country)
  add(filter.asn, (v, asn) => v.asn === asn)
  add(filter.networkKind, (v, kind) => v.networkKind === kind)
  add(filter.network === undefined ? undefined : networkMatch(filter.network), (v, within) => within(v.network))
  add(filter.browser, (v, browser) => isBrowser(v.browser, browser))
  add(filter.operatingSystem, (v, system) => v.operatingSystem === system)
  add(filter.device, (v, device) => v.device === device)
  add(filter.language, (v, language) => v.language === language)
  add(filter.hostname, (v, hostname) => v.hostname === hostname)
  add(filter.action, (v, action) => v.action === action)
  add(filter.ruleId?.toLowerCase(), (v, id) => v.decision.rule?.id === id)
  add(filter.bypassKeyId?.toLowerCase(), (v, id) => v.decision.bypassKey?.id === id)
  add(filter.decision, (v, type) => v.decision.type === type)
  add(filter.reason, (v, code) => v.reasons.some((reason) => reason.code === code))
  add(
    scoreRange(filter) ?? undefined,
    ({ score }, { from, to }) => score !== null && from <= Math.round(score * 1000) && Math.round(score * 1000) <= to,
  )
  add(filter.fetched, (v, fetched) => (v.firstFetchedAt !== null) === (fetched === 'FETCHED'))
  add(filter.feedback, (v, label) => v.feedback?.label === label)
  add(timeOf(filter.from), (v, from) => Date.parse(v.startedAt) >= from)
  add(timeOf(filter.to), (v, to) => Date.parse(v.startedAt) < to)
  add(filter.verificationId?.toLowerCase(), (v, id) => v.verificationId.startsWith(id))
  return (verification) => checks.every((check) => check(verification))
}

function timeOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text)
}

/** `Firefox` fits every version of it, `Firefox 152` that one. */
function isBrowser(browser: string, wanted: string): boolean {
  return browser === wanted || (browser.startsWith(wanted) && /[ .]/u.test(browser.charAt(wanted.length)))
}

function networkMatch(network: string): (other: string) => boolean {
  const { address, prefix, family } = networkAsked(network)
  const list = new BlockList()
  list.addSubnet(address, prefix, family)
  return (other) => {
    const [base = '', length = ''] = other.split('/')
    return (
      (base.includes(':') ? family === 'ipv6' : family === 'ipv4') &&
      Number(length) >= prefix &&
      list.check(base, family)
    )
  }
}
