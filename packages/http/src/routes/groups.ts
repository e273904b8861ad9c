import { peopleOperations } from "../openapi/operations/people.js";
import { route } from "../pipeline/route.js";

export const groupRoutes = [
  route({
    method: "get",
    path: "/api/manage/groups",
    access: "admin",
    operation: peopleOperations.listGroups,
    async handle(_request, { documents }) {
      return { status: 200, body: { groups: await documents.groups() } };
    },
  }),
];
