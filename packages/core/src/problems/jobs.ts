/** Why a job failed, or cannot be cancelled. */
export const JOB_PROBLEMS = {
  "job.unknown": {},
  "job.not_waiting": { state: ["checked", "queued", "running", "done", "failed", "cancelled"] },
  "job.ended_service": { kind: ["ingest", "import"], attempts: "number", job_id: "text" },
  "job.ended_by_database": { attempts: "number", job_id: "text" },
  "job.failed": { attempts: "number", job_id: "text" },
  /** Its sender lost the role while it was applied. */
  "import.stopped": { done: "number", all: "number" },
} as const;
