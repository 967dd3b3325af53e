import { readTags, type Tag } from './read-html.ts'

export interface FormValue {
  readonly name: string
  readonly value: string
}

/** A form as it would be sent without a person having touched it. */
export interface FoundForm {
  /** As the page writes it; empty for the page's own address. */
  readonly action: string
  readonly method: 'GET' | 'POST'
  readonly isMultipart: boolean
  /** What is sent of it: hidden fields, what is filled in already, what is chosen, and the first button that submits. */
  readonly values: readonly FormValue[]
  /** Names of all its fields, also of those that would send nothing yet. */
  readonly names: ReadonlySet<string>
  readonly siteKeys: ReadonlySet<string>
}

/**
 * The form of a page that holds the captcha of a site key. Where scripts put the captcha in, no form shows the key; then it is the first
 * one with all the fields that are to be filled in, of which there must be one. Null without either.
 */
export function findForm(html: string, siteKey: string, fields: readonly string[]): FoundForm | null {
  const forms = readForms(html)
  const withKey = forms.find(({ siteKeys }) => siteKeys.has(siteKey))
  const hasFields = ({ names }: FoundForm) => fields.every((name) => names.has(name))
  return withKey ?? (fields.length > 0 ? forms.find(hasFields) : undefined) ?? null
}

interface Draft {
  readonly tag: Tag
  readonly values: FormValue[]
  readonly names: Set<string>
  readonly siteKeys: Set<string>
  submit: Tag | null
  select: {
    readonly name: string
    readonly isMultiple: boolean
    readonly chosen: string[]
    first: string | null
  } | null
}

function readForms(html: string): FoundForm[] {
  const forms: FoundForm[] = []
  let form: Draft | null = null
  for (const tag of readTags(html)) {
    if (tag.name === 'form') {
      // A form in a form does not exist: browsers drop its tag.
      if (tag.isEnd && form !== null) forms.push(finished(form))
      if (tag.isEnd) form = null
      else form ??= { tag, values: [], names: new Set(), siteKeys: new Set(), submit: null, select: null }
    } else if (form !== null) take(form, tag)
  }
  return form === null ? forms : [...forms, finished(form)]
}

function take(form: Draft, tag: Tag): void {
  const { name, isEnd, attributes } = tag
  if (name === 'select' && isEnd) endSelect(form)
  if (isEnd) return
  for (const key of ['sitekey', 'data-sitekey']) {
    const siteKey = attributes.get(key)
    if (siteKey !== undefined) form.siteKeys.add(siteKey)
  }
  const field = attributes.get('name') ?? ''
  const isOff = attributes.has('disabled')
  if (name === 'option' && form.select !== null && !isOff) {
    const value = attributes.get('value') ?? ''
    form.select.first ??= value
    if (attributes.has('selected')) form.select.chosen.push(value)
  }
  const type = (attributes.get('type') ?? '').toLowerCase()
  const isButton = name === 'button' && type !== 'button' && type !== 'reset'
  if (!isOff && (isButton || (name === 'input' && (type === 'submit' || type === 'image')))) form.submit ??= tag
  if (field === '' || isOff) return
  if (name === 'textarea') add(form, field, tag.text)
  if (name === 'select') form.select = { name: field, isMultiple: attributes.has('multiple'), chosen: [], first: null }
  if (name === 'input') takeInput(form, field, type, attributes)
}

const sendNothing = new Set(['submit', 'image', 'button', 'reset', 'file'])

function takeInput(form: Draft, field: string, type: string, attributes: Tag['attributes']): void {
  if (sendNothing.has(type)) return
  const isChoice = type === 'checkbox' || type === 'radio'
  if (isChoice && !attributes.has('checked')) form.names.add(field)
  else add(form, field, attributes.get('value') ?? (isChoice ? 'on' : ''))
}

function add(form: Draft, name: string, value: string): void {
  form.names.add(name)
  form.values.push({ name, value })
}

function endSelect(form: Draft): void {
  const { select } = form
  if (select === null) return
  form.names.add(select.name)
  const [last] = select.chosen.slice(-1)
  const single = last ?? select.first
  const chosen = select.isMultiple ? select.chosen : single === null ? [] : [single]
  for (const value of chosen) add(form, select.name, value)
  form.select = null
}

function finished({ tag, values, names, siteKeys, submit }: Draft): FoundForm {
  const of = (name: string) => submit?.attributes.get(`form${name}`) ?? tag.attributes.get(name) ?? ''
  const button = submit?.attributes.get('name') ?? ''
  const pressed = button === '' ? [] : [{ name: button, value: submit?.attributes.get('value') ?? '' }]
  return {
    action: of('action').trim(),
    method: of('method').toLowerCase() === 'post' ? 'POST' : 'GET',
    isMultipart: of('enctype').toLowerCase() === 'multipart/form-data',
    values: [...values, ...pressed],
    names,
    siteKeys,
  }
}
