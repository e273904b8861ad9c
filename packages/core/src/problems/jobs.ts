/** Why a job failed, or cannot be cancelled. */
export const JOB_PROBLEMS = {
  "job.unknown": {},
  "job.not_waiting": { state: ["queued", "running", "done", "failed", "cancelled"] },
  "job.ended_service": { attempts: "number", job_id: "text" },
  "job.ended_by_database": { attempts: "number", job_id: "text" },
  "job.failed": { attempts: "number", job_id: "text" },
} as const;
