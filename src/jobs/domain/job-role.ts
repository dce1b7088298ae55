/** Whether this process runs jobs, or only starts them. */
export class JobRole {
  constructor(readonly takesJobs: boolean) {}
}
