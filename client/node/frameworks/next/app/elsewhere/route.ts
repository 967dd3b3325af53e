import { answer, bollard, expectations, protect } from '../forms'

export const POST = protect(bollard, expectations['/elsewhere'], answer)
