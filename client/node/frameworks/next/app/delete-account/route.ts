import { answer, bollard, expectations, protect } from '../forms'

export const POST = protect(bollard, expectations['/delete-account'], answer)
