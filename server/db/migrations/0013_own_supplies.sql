ALTER TABLE "notifications" ADD COLUMN "is_own" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A request is the recipient's own if its requester is. Notices about a kit name no request: only their texts tell them apart.
UPDATE "notifications" SET "is_own" = true
	WHERE "type" = 'INVENTORY' AND (
		EXISTS (SELECT 1 FROM "requisitions" WHERE "requisitions"."id" = "related_entity_id" AND "requisitions"."user_id" = "notifications"."user_id")
		OR ("related_entity_id" IS NULL AND ("message" LIKE 'Only 1 left in your first-aid kit:%' OR "message" LIKE 'In your first-aid kit:%'))
	);
