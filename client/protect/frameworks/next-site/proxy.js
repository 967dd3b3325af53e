import { protectAll } from '@bollard/protect/next'
import { NextResponse } from 'next/server'
import { options, protection } from './protection.js'

export const proxy = protectAll(protection, options, (headers) => NextResponse.next({ headers }))
export const config = { matcher: '/pages/:path*' }
