import { redirect, type RouterContextProvider } from 'react-router'
import { attempt } from './attempt.ts'
import { load } from './load.ts'
import { pageAddress } from './page-address.ts'

/** One page of a list. A place that the service does not know any more, or never gave, leads to the beginning of the list. */
export async function loadPage<T>(
  context: Readonly<RouterContextProvider>,
  request: Request,
  call: Promise<T>,
): Promise<T> {
  const answer = await attempt(call)
  if (answer.ok) return answer.value
  const url = pageAddress(request)
  if (answer.problem.status === 400 && url.searchParams.has('cursor')) {
    url.searchParams.delete('cursor')
    throw redirect(`${url.pathname}${url.search}`)
  }
  return load(context, request, call)
}
