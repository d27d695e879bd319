import { Cell } from '../cell/cell.js';

/** Where documents of jobs are parsed: calls that wait for theirs have processes of their own. */
export class JobCell extends Cell {}
