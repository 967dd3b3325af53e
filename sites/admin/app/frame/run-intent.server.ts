import { type ShownProblem, textOf } from '@bollard/site-kit'
import { act, apiOf } from '@bollard/site-kit/server'
import { data, type RouterContextProvider } from 'react-router'

type Api = ReturnType<typeof apiOf>

/** What became of a form: what it wanted, about what, and why not. */
export interface IntentAnswer {
  readonly intent: string
  /** The id that the form named; empty where the page is about one thing. */
  readonly target: string
  readonly problem: ShownProblem | null
}

/** The fields of a form, without blanks around them. */
export type Fields = (name: string) => string

interface Asked {
  request: Request
  context: Readonly<RouterContextProvider>
}

/** Does what the form of a page wants (`intent`). Throws 400 for what the page has no form for. */
export async function runIntent(
  { request, context }: Asked,
  verbs: Readonly<Record<string, (api: Api, fields: Fields) => Promise<unknown>>>,
) {
  const form = await request.formData()
  const fields: Fields = (name) => textOf(form, name).trim()
  const intent = fields('intent')
  const verb = Object.hasOwn(verbs, intent) ? verbs[intent] : undefined
  if (verb === undefined) throw data(null, { status: 400 })
  const done = await act({ request, context }, verb(apiOf(context, request), fields))
  const problem = done.ok ? null : done.problem
  return data<IntentAnswer>({ intent, target: fields('id'), problem }, { status: problem?.status ?? 200 })
}

/** A field that may be left empty, as the part of a body that it stands for. */
export function given<Name extends string>(name: Name, text: string): Partial<Record<Name, string>> {
  return text === '' ? {} : ({ [name]: text } as Record<Name, string>)
}
