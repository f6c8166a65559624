package fleet

const childLink, childFolder = "ARENA_FLEET_LINK", "ARENA_FLEET_FOLDER"

func childWorker(string) int      { return 1 }
func childCoordinator(string) int { return 1 }
