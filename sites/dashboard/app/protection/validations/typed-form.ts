import {
  fieldKinds,
  type FieldRuleSetting,
  formFieldsMax,
  type ProtectedForm,
  type ProtectedFormNew,
  textScripts,
} from '@bollard/contracts'
import { choiceAt, listAt, numberAt, numberOrNull, textAt, typedValues, type TypedValues } from '../typed-values.ts'

/** Fields of a row that are ticked, with what a ticked and an open one mean, by the kinds that have them. */
export const flagged = ['disposable', 'roles', 'duplicates', 'personalData'] as const

const usualRow: TypedValues = {
  kind: 'TEXT',
  asksDns: 'on',
  disposable: 'on',
  isMessage: 'on',
  linksMax: '3',
}
const usual: TypedValues = { mode: 'DRY_RUN', reviewFrom: '40', refuseFrom: '90', keepDays: '30' }

/** What one can begin with: a contact form, a registration, and a checkout. */
export const formPoints = ['contact', 'sign-up', 'checkout'] as const
const beginnings: Readonly<Record<(typeof formPoints)[number], readonly TypedValues[]>> = {
  contact: [
    { name: 'email', kind: 'EMAIL' },
    { name: 'message', kind: 'TEXT' },
  ],
  'sign-up': [{ name: 'email', kind: 'EMAIL', duplicates: 'on' }],
  checkout: [
    { name: 'email', kind: 'EMAIL' },
    { name: 'phone', kind: 'PHONE', isOptional: 'on' },
    { name: 'vat', kind: 'VAT_ID', isOptional: 'on' },
  ],
}

/** What a new form begins with. */
export function newForm(from: string | null): TypedValues {
  const point = formPoints.find((one) => one === from)
  const rows = (point === undefined ? [{}] : beginnings[point]).map((row) => ({ ...usualRow, ...row }))
  return { ...usual, ...(point === undefined ? {} : { name: point }), ...namedRows(rows) }
}

/** Reads a form. Rows without a name are left out, and the others move up, as the service counts them. */
export function typedForm(form: FormData): TypedValues {
  const values = typedValues(form)
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith('fields/')))
  return { ...rest, ...namedRows(rowsOf(values)) }
}

/** The rows that have a name, each with its fields by their own names. */
export function rowsOf(typed: TypedValues): TypedValues[] {
  return Array.from({ length: formFieldsMax }, (_, row) => {
    const at = `fields/${row}/`
    const own = Object.entries(typed).filter(([name]) => name.startsWith(at))
    return Object.fromEntries(own.map(([name, value]) => [name.slice(at.length), value]))
  }).filter((row) => textAt(row, 'name') !== '')
}

/** A row for a field that is not there yet. */
export const emptyRow = usualRow

const namedRows = (rows: readonly TypedValues[]): TypedValues =>
  Object.fromEntries(
    rows.flatMap((row, index) => Object.entries(row).map(([name, value]) => [`fields/${index}/${name}`, value])),
  )

/** A stored form as it stands in its page. */
export function shownForm({ name, mode, fields, reviewFrom, refuseFrom, keepDays }: ProtectedForm): TypedValues {
  return {
    name,
    mode,
    reviewFrom: String(reviewFrom),
    refuseFrom: refuseFrom === null ? '' : String(refuseFrom),
    keepDays: String(keepDays),
    ...namedRows(fields.map((field) => ({ ...closedRow, ...shownRow(field) }))),
  }
}

/** Without the ticks that a new row begins with. */
const closedRow: TypedValues = { ...usualRow, asksDns: '', disposable: '', isMessage: '' }

function shownRow(field: FieldRuleSetting): TypedValues {
  // Languages stand in a field of one line, which would run lines into each other.
  const apart = (name: string) => (name === 'languages' ? ' ' : '\n')
  return Object.fromEntries(
    Object.entries(field).map(([name, value]: [string, unknown]) => [
      name,
      value === true || value === 'FLAG'
        ? 'on'
        : value === false || value === 'TAKE' || value === null
          ? ''
          : Array.isArray(value)
            ? value.join(apart(name))
            : String(value),
    ]),
  )
}

/** As it is sent; what does not fit is left to the service, which names the field. */
export function formOf(typed: TypedValues): ProtectedFormNew {
  return {
    name: textAt(typed, 'name'),
    mode: choiceAt(typed, 'mode', ['DRY_RUN', 'LIVE']),
    fields: rulesOf(typed),
    reviewFrom: numberAt(typed, 'reviewFrom'),
    refuseFrom: numberOrNull(typed, 'refuseFrom'),
    keepDays: numberAt(typed, 'keepDays'),
  }
}

/** The rules of the fields as they are sent. */
export const rulesOf = (typed: TypedValues): FieldRuleSetting[] => rowsOf(typed).map(ruleOf)

/** What is to be tried, by the names of the fields. */
export const triedValues = (typed: TypedValues): Record<string, string> =>
  Object.fromEntries(rowsOf(typed).map((row) => [textAt(row, 'name'), row['try'] ?? '']))

function ruleOf(row: TypedValues): FieldRuleSetting {
  const isOn = (name: string) => textAt(row, name) !== ''
  const flag = (name: (typeof flagged)[number]) => (isOn(name) ? 'FLAG' : 'TAKE')
  const country = textAt(row, 'country').toUpperCase() || null
  const shared = { name: textAt(row, 'name'), isOptional: isOn('isOptional') }
  const kind = choiceAt(row, 'kind', fieldKinds)
  switch (kind) {
    case 'EMAIL':
      return {
        ...shared,
        kind,
        asksDns: isOn('asksDns'),
        disposable: flag('disposable'),
        roles: flag('roles'),
        duplicates: flag('duplicates'),
      }
    case 'PHONE':
      return { ...shared, kind, country, onlyThatCountry: isOn('onlyThatCountry') }
    case 'IBAN':
      return { ...shared, kind, country }
    case 'VAT_ID':
      return { ...shared, kind, asksRegister: isOn('asksRegister') }
    case 'URL':
      return { ...shared, kind, ownHosts: listAt(row, 'ownHosts') }
    case 'TEXT': {
      const scripts = listAt(row, 'scripts')
      return {
        ...shared,
        kind,
        isMessage: isOn('isMessage'),
        linksMax: numberOrNull(row, 'linksMax'),
        ownHosts: listAt(row, 'ownHosts'),
        scripts: textScripts.filter((script) => scripts.includes(script)),
        languages: listAt(row, 'languages').map((language) => language.toLowerCase()),
        personalData: flag('personalData'),
        refusesLong: isOn('refusesLong'),
      }
    }
    default:
      return kind satisfies never
  }
}
