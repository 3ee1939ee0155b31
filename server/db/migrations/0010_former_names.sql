-- The log of entries from before it forgot names (DECISIONS P7): a former member stays as a number, a denied sign-up not at all.
UPDATE "audit_log" SET "actor_name" = 'Former member ' || "actor_id"
	WHERE "actor_id" IN (SELECT "id" FROM "users" WHERE "status" = 'FORMER');--> statement-breakpoint
UPDATE "audit_log" SET "target_name" = 'Former member ' || "target_id"
	WHERE "target_id" IN (SELECT "id" FROM "users" WHERE "status" = 'FORMER');--> statement-breakpoint
UPDATE "audit_log" SET "target_name" = NULL WHERE "action" = 'signup.denied';
