import { randomUUID } from 'node:crypto'
import type { FormTarget } from '../check.ts'
import type { ProbeRun } from '../connection/probe-run.ts'
import { CheckFault } from '../faults.ts'
import type { Finding } from '../finding.ts'
import { followRedirects, judgeVisit, readUrl, type Visit } from '../http/check-http.ts'
import { createCookieJar } from '../http/cookie-jar.ts'
import { isSameServer } from '../http/gateway-pass.ts'
import { isSameSite } from '../http/request-headers.ts'
import { textOf } from '../http/sample.ts'
import { awaitSignal } from './await-signal.ts'
import { encodeForm } from './encode-form.ts'
import { findForm, type FormValue, type FoundForm } from './find-form.ts'
import { passCaptcha } from './pass-captcha.ts'
import { runMark } from './run-mark.ts'

/**
 * Fills in a form as a person would, without a browser: opens the page, finds the form, passes its captcha with the pass of a probe and
 * with work, sends the form, judges the answer, and waits for the heartbeat that the system behind it sends. What pages do in scripts it
 * does not do. Redirects and the address of the form are looked up and refused as the first address is.
 */
export async function checkForm(run: ProbeRun, target: FormTarget): Promise<Finding> {
  const { form: help } = run.options
  if (help === undefined) throw new CheckFault('pass-refused', 'no captcha can be asked from here')
  const cookies = createCookieJar()
  const plain = {
    ...target,
    method: 'GET',
    headers: [],
    body: null,
    authentication: null,
    certificateWarningDays: null,
  }
  const page = await followRedirects(run, plain, cookies)
  const opened = judgeVisit(run, { ...plain, statusCodes: '200-299' }, page)
  if (opened.fault !== null) return opened
  const mark = randomUUID()
  const fields = target.fields.map(({ name, value }) => ({ name, value: value.replaceAll(runMark, mark) }))
  const form = formOf(page, target, fields)
  const token = await passCaptcha(run, help, { siteKey: target.siteKey, page: page.url })
  const signal = await awaitSignal(run, help, target, mark)
  const values = filledIn(form, [...fields, { name: target.responseField, value: token }])
  const request = requestOf(form, values, page.url)
  const sent = { ...plain, ...request, gateway: gatewayOf(target, request.url) }
  const answer = await followRedirects(run, sent, cookies)
  const found = judgeVisit(run, { ...plain, statusCodes: target.statusCodes }, answer)
  if (found.fault === null) await signal.arrived()
  return found
}

/** The gateway that stands before an address: none where a form goes to another server than the one that was named. */
function gatewayOf({ gateway, url }: FormTarget, address: string): FormTarget['gateway'] {
  return isSameServer(new URL(url), new URL(address)) ? gateway : undefined
}

/** The form, which must still have the fields that are to be filled in. Throws a CheckFault. */
function formOf(page: Visit & { readonly url: URL }, target: FormTarget, fields: readonly FormValue[]): FoundForm {
  const { headers, body } = page.answer
  const html = textOf(body?.bytes ?? Buffer.alloc(0), headers)
  const names = fields.map(({ name }) => name)
  const form = findForm(html, target.siteKey, names)
  if (form === null)
    throw new CheckFault('form-not-found', 'the page has no form with the site key, nor with the fields')
  const missing = names.filter((name) => !form.names.has(name))
  if (missing.length > 0) throw new CheckFault('form-changed', `the form has no field ${missing.join(', ')}`)
  return form
}

/** What is sent: what the form has by itself, with the values of the check in place of those of their fields. */
function filledIn({ values }: FoundForm, fields: readonly FormValue[]): FormValue[] {
  const own = new Set(fields.map(({ name }) => name))
  return [...values.filter(({ name }) => !own.has(name)), ...fields]
}

function requestOf(form: FoundForm, values: readonly FormValue[], page: URL) {
  const url = readUrl(
    form.action === '' ? page.href : (URL.parse(form.action, page)?.href ?? ''),
    ['http:', 'https:'],
    'form-changed',
  )
  // A page that was safe on its way sends nothing over a way that is not.
  if (page.protocol === 'https:' && url.protocol !== 'https:')
    throw new CheckFault('form-changed', 'the form would be sent without TLS')
  const referrer = isSameSite(page, url) ? [{ name: 'referer', value: page.href }] : []
  const headers = [{ name: 'origin', value: page.origin }, ...referrer]
  if (form.method === 'GET') {
    url.search = encodeForm(values, false).body
    return { url: url.href, method: 'GET', headers, body: null }
  }
  const { type, body } = encodeForm(values, form.isMultipart)
  return { url: url.href, method: 'POST', headers: [...headers, { name: 'content-type', value: type }], body }
}
