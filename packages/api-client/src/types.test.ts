import type { Solution, Statistics } from '@bollard/contracts'
import { expectTypeOf, test } from 'vitest'
import type { ApiClient } from './api-client.ts'

test('methods take and give what their routes say', () => {
  expectTypeOf<ApiClient['getSolution']>().parameter(0).toEqualTypeOf<{ solutionId: string }>()
  expectTypeOf<ApiClient['getSolution']>().returns.resolves.toEqualTypeOf<Solution>()
  expectTypeOf<ApiClient['getStatistics']>().returns.resolves.toEqualTypeOf<Statistics>()
  expectTypeOf<ApiClient['deleteCurrentSession']>().returns.resolves.toEqualTypeOf<null>()
  expectTypeOf<ApiClient['streamSite']>().returns.resolves.toEqualTypeOf<Response>()
  expectTypeOf<Parameters<ApiClient['listSolutions']>>().toExtend<
    [{ limit?: number | undefined; userId?: string | undefined }?, object?]
  >()
  expectTypeOf<[]>().toExtend<Parameters<ApiClient['listSolutions']>>()
  expectTypeOf<[]>().not.toExtend<Parameters<ApiClient['getSolution']>>()
  expectTypeOf<[{ solutionId: string }]>().toExtend<Parameters<ApiClient['getStatistics']>>()
  expectTypeOf<[{ userId: string }]>().toExtend<Parameters<ApiClient['leaveSolutions']>>()
  expectTypeOf<[]>().not.toExtend<Parameters<ApiClient['leaveSolutions']>>()
  expectTypeOf<[{ solutionId: string }]>().not.toExtend<Parameters<ApiClient['lockSolution']>>()
  expectTypeOf<[{ solutionId: string; period: '1y' }]>().not.toExtend<Parameters<ApiClient['getStatistics']>>()
})
