# Plays one clip of res://rig.glb with Godot 3, without a window, and prints where its bones are, by name, as JSON:
#   CLIP=NAME TIMES=0,0.5,… godot3-server --path PROJECT -s godot_check.gd
extends SceneTree

func _init():
	var scene = load("res://rig.glb").instance()
	get_root().add_child(scene)
	var player = find(scene, "AnimationPlayer")
	var skeleton = find(scene, "Skeleton")
	if player == null or skeleton == null or not player.has_animation(OS.get_environment("CLIP")):
		print("{\"error\": \"no animation of that name on a skeleton\"}")
		quit(1)
		return
	var joints = {}
	player.play(OS.get_environment("CLIP"))
	for time in OS.get_environment("TIMES").split_floats(","):
		player.seek(time, true)
		var place = place_of(skeleton)
		for bone in range(skeleton.get_bone_count()):
			var name = skeleton.get_bone_name(bone)
			if not joints.has(name):
				joints[name] = []
			var at = (place * skeleton.get_bone_global_pose(bone)).origin
			joints[name].append([at.x, at.y, at.z])
	print(JSON.print({"client": "Godot", "joints": joints}))
	quit()

func find(node, kind):
	if node.is_class(kind):
		return node
	for child in node.get_children():
		var found = find(child, kind)
		if found:
			return found
	return null

func place_of(node):
	var place = node.transform
	var above = node.get_parent()
	while above is Spatial:
		place = above.transform * place
		above = above.get_parent()
	return place
