import { idSchema } from '@bollard/contracts'
import { data, type RouterContextProvider } from 'react-router'
import { scopeOf } from './request-scope.ts'

/** An id from the address. Whatever is none names nothing, so the page does not exist. */
export function requireId(context: Readonly<RouterContextProvider>, request: Request, id: string): string {
  if (idSchema.safeParse(id).success) return id
  throw data({ code: 'not-found', requestId: scopeOf(context, request).requestId }, { status: 404 })
}
