import { createRoller } from '../records/statistics/create-roller.ts'
import { dimensions } from '../records/statistics/dimensions.ts'
import { countKind, type CountName } from '../records/store/counts.ts'
import type { TestService } from './start-service.ts'

/** How often something was counted, over all sites of a database; passed, flagged and refused are rows. */
export async function rolledCount({ db }: TestService, name: CountName): Promise<number> {
  await createRoller({
    db,
    onError: (error) => {
      throw error
    },
  }).roll()
  const isRow = name === 'passed' || name === 'flagged' || name === 'refused'
  const [row] = await db.query<{ n: number }>(
    'test-rolled-count',
    `select coalesce(sum(case $1 when 'passed' then passed when 'flagged' then flagged when 'refused' then refused else n end), 0)::int as n
     from captcha.rollup_hourly where dimension = $2 and value = $3`,
    [name, isRow ? dimensions.total : dimensions.event, isRow ? '' : String(countKind[name])],
  )
  return row?.n ?? 0
}
