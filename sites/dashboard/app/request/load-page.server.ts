import { attempt, load, pageAddress } from '@bollard/site-kit/server'
import { redirect, type RouterContextProvider } from 'react-router'

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
