import { type MonitoringCheck, passRateFigureNames } from '@bollard/contracts'

/** Kinds of checks that have fields of their own here. */
export type CaptchaCheck = MonitoringCheck & { readonly kind: 'FORM' | 'PASS_RATE' }
export type CaptchaCheckKind = CaptchaCheck['kind']

/** Fields as they are typed, by their place in what is sent, such as `check/target/siteKey`. */
export type TypedFields = Readonly<Record<string, string>>

export const at = 'check/target'

/** What a new form begins with. */
export function newCaptchaCheck(kind: CaptchaCheckKind): TypedFields {
  if (kind === 'PASS_RATE')
    return {
      [`${at}/figures`]: passRateFigureNames.join('\n'),
      [`${at}/volumeMin`]: '50',
      [`${at}/degradedScore`]: '3.5',
      [`${at}/downScore`]: '10',
    }
  return {
    [`${at}/url`]: 'https://',
    [`${at}/way`]: 'PROTOCOL',
    [`${at}/statusCodes`]: '200-299',
    [`${at}/heartbeat/withinSeconds`]: '20',
  }
}

/** A stored check as it stands in its form. */
export function shownCaptchaCheck(check: CaptchaCheck): TypedFields {
  if (check.kind === 'PASS_RATE') {
    const { solutionId, figures, volumeMin, degradedScore, downScore } = check.target
    return {
      [`${at}/solutionId`]: solutionId,
      [`${at}/figures`]: figures.join('\n'),
      [`${at}/volumeMin`]: String(volumeMin),
      [`${at}/degradedScore`]: String(degradedScore),
      [`${at}/downScore`]: String(downScore),
    }
  }
  const { url, siteKey, fields, responseField, way, statusCodes, redirectsMax, family, heartbeat } = check.target
  return {
    [`${at}/url`]: url,
    [`${at}/siteKey`]: siteKey,
    // Values are never shown; what is left empty stays as it is.
    [`${at}/fields`]: fields.map(({ name }) => `${name}: `).join('\n'),
    [`${at}/keeps`]: fields.map(({ name }) => name).join('\n'),
    [`${at}/way`]: way,
    [`${at}/responseField`]: responseField,
    [`${at}/statusCodes`]: statusCodes,
    [`${at}/redirectsMax`]: String(redirectsMax),
    [`${at}/family`]: family,
    [`${at}/heartbeat/serviceId`]: heartbeat?.serviceId ?? '',
    [`${at}/heartbeat/withinSeconds`]: String(heartbeat?.withinSeconds ?? 20),
  }
}

/** The target as it is sent. What was left empty has the service's default; what is no number the service refuses by its field. */
export function captchaTarget(kind: CaptchaCheckKind, typed: TypedFields): Readonly<Record<string, unknown>> {
  const text = (name: string) => (typed[`${at}/${name}`] ?? '').trim()
  const given = (name: string, value: unknown) => (text(name) === '' ? {} : { [name]: value })
  if (kind === 'PASS_RATE')
    return {
      solutionId: text('solutionId'),
      figures: linesOf(text('figures')),
      ...given('volumeMin', numberOf(text('volumeMin'))),
      ...given('degradedScore', numberOf(text('degradedScore'))),
      ...given('downScore', numberOf(text('downScore'))),
    }
  const serviceId = text('heartbeat/serviceId')
  return {
    url: text('url'),
    siteKey: text('siteKey'),
    fields: linesOf(text('fields')).map((line) => fieldOf(line, linesOf(text('keeps')))),
    ...given('way', text('way')),
    ...given('responseField', text('responseField')),
    ...given('statusCodes', text('statusCodes')),
    ...given('redirectsMax', numberOf(text('redirectsMax'))),
    ...given('family', text('family')),
    heartbeat: serviceId === '' ? null : { serviceId, withinSeconds: numberOf(text('heartbeat/withinSeconds')) },
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function fieldOf(line: string, kept: readonly string[]): { name: string; value: string | null } {
  const [before = '', ...after] = line.split(':')
  const [name, value] = [before.trim(), after.join(':').trim()]
  return { name, value: value === '' && kept.includes(name) ? null : value }
}

function numberOf(text: string): number | string {
  const typed = text.replace(',', '.')
  return /^\d{1,9}(?:\.\d{1,3})?$/u.test(typed) ? Number(typed) : text
}
